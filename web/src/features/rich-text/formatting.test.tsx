// @vitest-environment happy-dom
import { withoutSigns } from '@hubbub/contract/platform/formatting.ts';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Formatted, formatted } from '#features/rich-text/formatting.ts';
import { RichText } from '#features/rich-text/RichText.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';

beforeEach(() => void signIn());
afterEach(tidy);

/** A tree as a text, with the names of what's formatted. */
const written = (tree: readonly Formatted[] = []): string =>
  tree
    .map((each) => {
      if (each.kind === 'part') return each.part.text;
      if (each.kind === 'code' || each.kind === 'codeBlock') return `<${each.kind}>${each.text}</>`;
      if (each.kind === 'list')
        return `<list${each.start ?? ''}>${each.items.map((item) => `<item>${written(item)}</>`).join('')}</>`;
      return each.kind === 'prose' ? written(each.children) : `<${each.kind}>${written(each.children)}</>`;
    })
    .join('');
const format = (text: string) => written(formatted([{ text }]));

it('bold, italic, strike and code are set, also in each other', () => {
  expect(format('a **b *c*** ~~d~~ `e*f*` __g__ _h_')).toBe(
    'a <strong>b <em>c</></> <del>d</> <code>e*f*</> <strong>g</> <em>h</>',
  );
});

it('quotes, lists and blocks of code end where their lines end', () => {
  expect(format('> one\n> two\nmine')).toBe('<quote>one\ntwo</>mine');
  expect(format('- milk\n- *eggs*\nSee you')).toBe('<list><item>milk</><item><em>eggs</></></>See you');
  expect(format('3. c\n4. d')).toBe('<list3><item>c</><item>d</></>');
  expect(format('x\n```js\nlet **a**;\n\n# b\n```\ny')).toBe('x<codeBlock>let **a**;\n\n# b</>y');
});

it('nothing else is: no headings, links, pictures, tables, rules, HTML, entities or escapes', () => {
  for (const text of [
    '# Title',
    'Title\n===',
    '[a](https://a.example)',
    '![a](b.png)',
    '<b>a</b> <https://a.example>',
    '| a |\n| - |\n| b |',
    '---',
    '&lt; &amp;',
    '¯\\_(ツ)_/¯',
    '    indented',
    '[a]: https://a.example',
    'snake_case_name and 2 * 3 * 4',
    '>:( and ~5 or ~6',
    '~~~\nnot code\n~~~',
    '~~~~ a wave',
    'a\n\n\n b  \n',
  ])
    expect(format(text).trimEnd(), text).toBe(text.trimEnd());
});

/** Small and seeded, so that a failure can be repeated. */
function randomOf(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const allowed = new Set(['DIV', 'P', 'STRONG', 'EM', 'DEL', 'CODE', 'PRE', 'BLOCKQUOTE', 'UL', 'OL', 'LI', 'A']);
const pieces = [
  'ä',
  '中',
  '😀',
  ' ',
  '\n',
  '\n\n',
  'word',
  '42',
  '*',
  '**',
  '_',
  '__',
  '~~',
  '`',
  '```',
  '> ',
  '- ',
  '1. ',
  '# ',
  '<b>',
  '</b>',
  '&lt;',
  '[x]',
  '(y)',
  '!',
  '|',
  '\\',
  '@me',
  'https://a.example/b_c_d',
];

it('no letter of a text is lost, and only what is allowed is created (10,000 texts)', () => {
  const seed = Math.floor(Math.random() * 1_000_000);
  const random = randomOf(seed);
  const letters = (text: string) => text.replace(/[^\p{L}\p{N}\p{S}()[\]]/gu, '').replace(/[`~|<>\d]/g, '');
  for (let round = 0; round < 10_000; round += 1) {
    const text = Array.from({ length: random(14) }, () => pieces[random(pieces.length)]).join('');
    const drawn = format(text).replace(/<(?:strong|em|del|code|codeBlock|quote|list\d*|item)>|<\/>/g, '');
    // The language of a block of code stands above it.
    if (!text.includes('```')) expect(letters(drawn), `seed ${seed}: ${JSON.stringify(text)}`).toBe(letters(text));
  }
});

it('what is nested too deep, or has too many signs, is text, so that no text keeps a browser busy or crashes its rendering', () => {
  const depth = (tree: readonly Formatted[] = []): number =>
    Math.max(
      0,
      ...tree.map((each) => {
        if (each.kind === 'list') return 1 + Math.max(...each.items.map(depth));
        return 'children' in each ? 1 + depth(each.children) : 1;
      }),
    );
  for (const sign of ['> ', '- ', '1. ', '- > '])
    expect(depth(formatted([{ text: `${sign.repeat(1000)}a` }])), sign).toBe(12);
  for (const text of [
    '*a **b '.repeat(500),
    '*a '.repeat(600) + 'b* '.repeat(600),
    '~~a '.repeat(400) + 'b~~ '.repeat(400),
  ])
    expect(format(`> ${text}\n**c**`)).toBe(`<quote>${text}</><strong>c</>`);
  expect(format('**a** '.repeat(150))).toBe('<strong>a</> '.repeat(150));
});

it('mentions, links and hashtags work inside, and only allowed elements are drawn', async () => {
  const text = '**Hi @ana** see https://a.example/x_y_z\n> _#Tea_ & <img src=x> [a](javascript:alert) `@ana`';
  const { container } = draw(
    <RichText text={text} hashtags mentions={[{ start: 5, end: 9, username: 'ana', name: 'Ana' }]} />,
  );
  const strong = await waitFor(() => {
    const found = container.querySelector('strong');
    if (found === null) throw new Error('Not loaded yet');
    return found;
  });
  expect(strong.textContent).toBe('Hi @ana');
  expect(screen.getByRole('link', { name: '@ana' })).toHaveProperty('pathname', '/profile/ana');
  await screen.findByRole('link', { name: 'https://a.example/x_y_z' });
  expect(screen.getByRole('link', { name: '#Tea' }).getAttribute('href')).toBe('/search?query=%23Tea');
  expect(container.querySelector('blockquote')?.textContent).toContain('<img src=x> [a](javascript:alert)');
  const names = [...(container.firstElementChild?.querySelectorAll('*') ?? [])].map(({ tagName }) => tagName);
  expect(names.filter((name) => !allowed.has(name))).toEqual([]);
});

it('an excerpt has no signs', () => {
  expect(withoutSigns('**a** _b_ ~~c~~ `d`\n> e')).toBe('a b c d\ne');
  expect(withoutSigns('snake_case_name, 2 * 3 * 4, https://a.example/x_y_z')).toBe(
    'snake_case_name, 2 * 3 * 4, https://a.example/x_y_z',
  );
});

it("one paragraph is marked as a text's end, where a bubble keeps its last line free for the time", async () => {
  const ends = (text: string) => {
    const { container, unmount } = draw(<RichText text={text} />);
    return { of: () => [...container.querySelectorAll('[data-end]')].map((each) => each.textContent), unmount };
  };
  const plain = ends('Hello');
  expect(plain.of()).toEqual(['Hello']);
  plain.unmount();
  const several = ends('**Hello**\n> quoted\nGoodbye');
  await waitFor(() => expect(several.of()).toEqual(['Goodbye']));
  several.unmount();
  const list = ends('**Buy**\n- milk\n- eggs');
  await waitFor(() => expect(list.of()).toEqual(['']));
});
