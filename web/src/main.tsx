import '#ui/styles/main.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/App.tsx';
import { leaveKeysToInputMethods } from '#platform/composition.ts';

// zod would compile its validators with `new Function`, which the content-security policy blocks. It reads this when it's first loaded,
// along with a form.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

leaveKeysToInputMethods();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
