export type Theme = 'system' | 'dark' | 'light';

/** The theme to apply: the chosen one, or the system's. */
export function resolveTheme(theme: Theme, systemIsLight: boolean): 'dark' | 'light' {
  if (theme === 'system') return systemIsLight ? 'light' : 'dark';
  return theme;
}
