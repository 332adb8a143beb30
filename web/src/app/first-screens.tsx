import { pages } from '@hubbub/contract/platform/pages.ts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router';
import LoginPage from '#app/pages/LoginPage.tsx';
import { AccountLayout } from '#app/shell/AccountLayout.tsx';

function draw(path: string, Screen: ComponentType): string {
  // Forgetting by a timer would keep the build waiting.
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY } } });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route element={<AccountLayout />}>
            <Route path={path} element={<Screen />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/**
 * The HTML of pages that say something before the server has answered anything, by the page's name. `build/first-screens.ts` asks for
 * it; the app itself doesn't load this.
 */
export const firstScreens = (): Record<string, string> => ({ login: draw(pages.login.path, LoginPage) });
