/** Whether it's one of Apple's devices, whose keyboards have other keys. */
export const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Whether the app runs in a window of its own, as an installed one does. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/**
 * Whether the browser deletes what a site has stored after seven days in which nobody came: Safari does, and every browser on iPhones
 * and iPads, unless the app is installed.
 */
export function forgetsUnused(): boolean {
  const { userAgent } = navigator;
  const isSafari = /Mac/.test(userAgent) && /Safari\//.test(userAgent) && !/Chrome|Chromium|Edg/.test(userAgent);
  return (isSafari || /iPhone|iPad/.test(userAgent)) && !isInstalled();
}

/** Asks the browser to delete nothing on its own once the app is installed. Elsewhere some browsers would ask people about it. */
export function keepStorage(): void {
  const ask = () => void navigator.storage?.persist?.().catch(() => undefined);
  if (isInstalled()) ask();
  window.addEventListener('appinstalled', ask);
}
