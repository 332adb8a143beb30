/** Whether a text may contain formatting: it has a formatting character where one can be. Only then is it parsed. */
export const mayHaveFormat = (text: string): boolean => /[*_`]\S|~~|^ {0,3}(?:> |[*+-] |\d{1,9}[.)] )/m.test(text);

/** A text without its formatting characters, for excerpts, which show no formatting. */
export function withoutSigns(text: string): string {
  if (!mayHaveFormat(text)) return text;
  return text
    .replace(/^```[^\n`]*\n?|```/gm, '')
    .replace(/`([^`\n]+)`/g, '$1')
    .replace(/(\*\*|~~|(?<![\p{L}\p{N}_])__)(?=\S)(.+?)(?<=\S)\1/gu, '$2')
    .replace(/(?<![\p{L}\p{N}_*])([*_])(?=[^\s*_])([^*_\n]+?)(?<=\S)\1(?![\p{L}\p{N}_*])/gu, '$2')
    .replace(/^ {0,3}> /gm, '');
}
