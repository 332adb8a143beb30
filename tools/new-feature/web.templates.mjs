/** @typedef {import('./server.templates.mjs').Names} Names */

/** @param {Names} n */
export const data = (n) => `import * as endpoints from '@hubbub/contract/features/${n.noun}/${n.noun}.endpoints.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#platform/api-client.ts';

const key = ['${n.noun}'];

/** The caller's newest ${n.words}. */
export const ${n.many}Options = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await call(endpoints.list${n.Many}, {}, { signal })).${n.table},
});

export function useCreate${n.One}() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (content: string) => call(endpoints.create${n.One}, { body: { content } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
  });
}

export function useDelete${n.One}() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(endpoints.delete${n.One}, { params: { ${n.column}_id: id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: key }),
  });
}
`;

/** @param {Names} n */
export const list = (n) => `import { useQuery } from '@tanstack/react-query';
import { ${n.many}Options, useDelete${n.One} } from '#features/${n.noun}/${n.noun}.data.ts';
import { Button } from '#ui/button/Button.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';
import { EmptyState, ErrorState } from '#ui/states/States.tsx';

/** The caller's ${n.words}, with what they can do with each. */
export function ${n.One}List() {
  const { data: ${n.many}, isError, refetch, isFetching } = useQuery(${n.many}Options);
  const remove = useDelete${n.One}();

  if (isError) return <ErrorState title="Couldn't load this" onRetry={() => void refetch()} pending={isFetching} />;
  if (${n.many} === undefined) return <Spinner label="Loading" />;
  if (${n.many}.length === 0) return <EmptyState title="No ${n.words} yet" />;
  return (
    <ul>
      {${n.many}.map((${n.one}) => (
        <li key={${n.one}.${n.column}_id}>
          <p>{${n.one}.content}</p>
          {${n.one}.viewer.can_delete && (
            <Button tone="secondary" onClick={() => remove.mutate(${n.one}.${n.column}_id)}>
              Delete
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
`;

/** @param {Names} n */
export const publicFile = (
  n,
) => `export { ${n.many}Options, useCreate${n.One} } from '#features/${n.noun}/${n.noun}.data.ts';
export { ${n.One}List } from '#features/${n.noun}/${n.One}List.tsx';
`;
