import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '#platform/browser-storage.ts';
import { createListeners } from '#platform/listeners.ts';
import { resolveTheme, type Theme } from '#platform/theme.rules.ts';

const key = 'theme';
const colors = { dark: '#120f0c', light: '#fbfaf7' };
const listeners = createListeners();
const systemLight = window.matchMedia('(prefers-color-scheme: light)');

/** The chosen theme; `system` if none was chosen. */
function storedTheme(): Theme {
  const value = readStored(key);
  return value === 'dark' || value === 'light' ? value : 'system';
}

/** Applies the chosen theme: before the first paint, and whenever it changes. */
export function drawTheme(): void {
  const theme = resolveTheme(storedTheme(), systemLight.matches);
  document.documentElement.dataset.theme = theme;
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', colors[theme]);
  listeners.notify();
}

/** Sets the theme and applies it right away, in every tab. */
export function setTheme(theme: Theme): void {
  writeStored(key, theme === 'system' ? null : theme);
  drawTheme();
}

/** Follows the system and other tabs from now on; called once when the app is composed. */
export function followTheme(): void {
  systemLight.addEventListener('change', drawTheme);
  window.addEventListener('storage', (event) => {
    if (event.key === key) drawTheme();
  });
}

export function useTheme(): Theme {
  return useSyncExternalStore(listeners.subscribe, storedTheme);
}
