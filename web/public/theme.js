// What must happen before the first paint. An external file, because the content-security policy allows no inline script.
(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be blocked; the system's theme is used then.
      return null;
    }
  };

  const theme = read('theme');
  const light = theme === 'light' || (theme !== 'dark' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
  document.querySelector('meta[name="theme-color"]').content = light ? '#fbfaf7' : '#120f0c';

  // Whoever is signed in comes to the feed by both addresses: its first page and its files are fetched along with the app's, not after them.
  const meta = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
  const files = meta('feed-files');
  if (!files || read('user') === null || !['/', '/feed'].includes(location.pathname)) return;
  const fetchEarly = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
  fetchEarly({ rel: 'preload', as: 'fetch', crossOrigin: 'use-credentials', href: meta('feed-call') });
  for (const href of files.split(' ')) fetchEarly({ rel: 'modulepreload', crossOrigin: '', href });
})();
