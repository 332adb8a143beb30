import { readDataLocations, readSitePage } from '@hubbub/contract/features/site/site.endpoints.ts';
import type { SitePage } from '@hubbub/contract/features/site/site.shapes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';
import { NotFound } from '#platform/errors.ts';

/** One of the site's pages, in Markdown; empty if it isn't written. */
export const pageOptions = (page: SitePage) =>
  queryOptions({
    queryKey: ['site', 'pages', page],
    queryFn: async ({ signal }) => {
      try {
        return (await call(readSitePage, { params: { page } }, { signal })).page.content;
      } catch (error) {
        if (error instanceof NotFound) return '';
        throw error;
      }
    },
  });

/** Which data goes where. */
export const dataLocationsOptions = queryOptions({
  queryKey: ['site', 'data'],
  queryFn: async ({ signal }) => (await call(readDataLocations, {}, { signal })).places,
});
