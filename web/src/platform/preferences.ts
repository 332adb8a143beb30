import { useSyncExternalStore } from 'react';
import { resolveTheme, type Theme } from '#platform/theme.rules.ts';

const key = 'theme';
const colors = { dark: '#120f0c', light: '#fbfaf7' };
const listeners = new Set<() => void>();
const systemLight = window.matchMedia('(prefers-color-scheme: light)');

/** The chosen theme; `system` if none was chosen. */
function storedTheme(): Theme {
  try {
    const value = localStorage.getItem(key);
    return value === 'dark' || value === 'light' ? value : 'system';
  } catch {
    return 'system';
  }
}

/** Applies the chosen theme: before the first paint, and whenever it changes. */
export function drawTheme(): void {
  const theme = resolveTheme(storedTheme(), systemLight.matches);
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colors[theme]);
  for (const listener of listeners) listener();
}

/** Sets the theme and applies it right away, in every tab. */
export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Storage is blocked, so the choice can't be saved.
  }
  drawTheme();
}

/** Follows the system and other tabs from now on; called once when the app is composed. */
export function followTheme(): void {
  systemLight.addEventListener('change', drawTheme);
  window.addEventListener('storage', (event) => {
    if (event.key === key) drawTheme();
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, storedTheme);
}
