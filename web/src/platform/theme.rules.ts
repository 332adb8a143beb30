export type Theme = 'system' | 'dark' | 'light';

/** What is drawn: the chosen theme, or that of the system. */
export function resolveTheme(theme: Theme, systemIsLight: boolean): 'dark' | 'light' {
  if (theme === 'system') return systemIsLight ? 'light' : 'dark';
  return theme;
}
