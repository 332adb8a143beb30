import { describe, expect, it } from 'vitest';
import { type MailContent, siteName } from './mail-content.ts';
import { renderMail } from './render-mail.ts';

const content: MailContent = {
  kind: 'test',
  subject: 'Something <happened>',
  preview: 'A preview & more',
  heading: 'Hello, <script>alert(1)</script>',
  paragraphs: ['First & foremost.', '"Second"'],
  button: { label: 'Go on', path: '/users/activate?token=a-b_c&x=1' },
  note: 'Small print.',
};

describe('a mail', () => {
  const mail = renderMail(content, 'https://hubbub.example.org');

  it('Has its text and its link in both HTML and plain text', () => {
    for (const word of ['First', 'Second', 'Go on', 'Small print.', 'Hubbub']) {
      expect(mail.html).toContain(word);
      expect(mail.text).toContain(word);
    }
    expect(mail.text).toContain('\nhttps://hubbub.example.org/users/activate?token=a-b_c&x=1\n');
    // The button, the full link, and the texts.
    expect(mail.html.split('https://hubbub.example.org/users/activate?token=a-b_c&amp;x=1')).toHaveLength(4);
  });

  it('Shows what people typed as text, never as HTML', () => {
    expect(mail.html).not.toContain('<script>');
    expect(mail.html).toContain('Hello, &lt;script&gt;');
    expect(mail.html).toContain('&quot;Second&quot;');
    expect(mail.text).toContain('First & foremost.');
  });

  it("Carries the site's name once it has one", () => {
    const named = renderMail(
      { ...content, subject: `Your ${siteName} account` },
      'https://hubbub.example.org',
      'Elm Street',
    );
    expect(named.subject).toBe('Your Elm Street account');
    expect(named.text).toContain('Elm Street · https://hubbub.example.org');
    expect(named.html + named.text).not.toContain('Hubbub');
    expect(renderMail({ ...content, subject: siteName }, 'https://hubbub.example.org').subject).toBe('Hubbub');
  });

  it('Loads nothing from elsewhere and runs nothing', () => {
    expect(mail.html).not.toMatch(/<script|<img|<link|url\(|@import|javascript:/i);
  });

  it("Follows the reader's theme", () => {
    expect(mail.html).toContain('prefers-color-scheme: dark');
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
  });

  it("A sentence can be a link; in plain text, the link's address follows on a line of its own", () => {
    const { html, text } = renderMail(
      { ...content, paragraphs: [{ label: 'Ana & Jonas replied.', path: '/posts/1?comment=2&x=3' }] },
      'https://hubbub.example.org',
    );
    expect(text).toContain('\n\nAna & Jonas replied.\nhttps://hubbub.example.org/posts/1?comment=2&x=3\n\n');
    expect(html).toMatch(
      /<a class="link" href="https:\/\/hubbub.example.org\/posts\/1\?comment=2&amp;x=3"[^>]*>Ana &amp; Jonas replied.</,
    );
  });

  it('Shows a code in large type, and on a line of its own in plain text', () => {
    const { button: _, ...rest } = content;
    const withCode = renderMail({ ...rest, code: '012345' }, 'https://hubbub.example.org');
    expect(withCode.text).toMatch(/^012345$/m);
    expect(withCode.html).toMatch(/font:700 34px[^>]*>012345</);
  });
});
