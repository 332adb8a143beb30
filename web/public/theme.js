// Sets the theme before the first paint. An external file, because the content-security policy allows no inline script.
(() => {
  let stored = null;
  try {
    stored = localStorage.getItem('theme');
  } catch {
    // Storage may be blocked; the system's theme is used then.
  }
  const light = stored === 'light' || (stored !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  document.querySelector('meta[name="theme-color"]').content = light ? '#fbfaf7' : '#120f0c';
})();
