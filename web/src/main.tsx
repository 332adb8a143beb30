import '#ui/styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { config } from 'zod';
import { App } from '#app/App.tsx';

// The compiled validators of zod need `new Function`, which the content-security policy refuses.
config({ jitless: true });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
