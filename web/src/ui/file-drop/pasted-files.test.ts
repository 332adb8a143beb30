import { describe, expect, test } from 'vitest';
import { pastedFiles } from '#ui/file-drop/pasted-files.ts';

const picture = new File(['x'], 'image.png', { type: 'image/png' });
const paste = (data: Record<string, string>, files: readonly File[] = [picture]) =>
  pastedFiles({
    files: files as unknown as FileList,
    types: [...Object.keys(data), ...(files.length > 0 ? ['Files'] : [])],
    getData: (type: string) => data[type] ?? '',
  });
const text = 'Name\tPoints\nAna\t3';

describe('of a paste', () => {
  test.each([
    ['Excel', '<html xmlns:o="urn:schemas-microsoft-com:office:office"><meta name=ProgId content=Excel.Sheet><table>'],
    ['Excel for the web', '<div><meta name="generator" content="Microsoft Excel"><table></table></div>'],
    ['Word', '<meta name=Generator content="Microsoft Word 15"><p class=MsoNormal>Ana</p>'],
    ['Word, as Safari passes it on', '<p class="MsoNormal" style="mso-fareast-language: EN-US;">Ana</p>'],
    ['Google Sheets', '<google-sheets-html-origin><style></style><table></table>'],
    ['Google Docs', '<b id="docs-internal-guid-1b2c"><p>Ana</p></b>'],
    ['LibreOffice', '<meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/><table></table>'],
  ])('text wins if it comes from %s', (_, html) => {
    expect(paste({ 'text/plain': text, 'text/html': html })).toEqual([]);
  });

  test('text wins if Google says so in a type of its own', () => {
    expect(paste({ 'text/plain': text, 'application/x-vnd.google-docs-document-slice-clip+wrapped': '{}' })).toEqual(
      [],
    );
  });

  test.each<[string, Record<string, string>]>([
    ['nothing else is there', {}],
    ['a page names its address', { 'text/html': '<img src="https://example.com/a.png">' }],
    ['a page gives its caption', { 'text/plain': 'A cat', 'text/html': '<img src="a.png" alt="A cat">' }],
    ['Excel copied a chart', { 'text/plain': ' ', 'text/html': '<meta name=ProgId content=Excel.Sheet><img>' }],
  ])('the picture wins if %s', (_, data) => {
    expect(paste(data)).toEqual([picture]);
  });

  test('there are no files if only text was copied', () => {
    expect(paste({ 'text/plain': text }, [])).toEqual([]);
  });
});
