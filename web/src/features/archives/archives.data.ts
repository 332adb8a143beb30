import * as endpoints from '@hubbub/contract/features/archives/archives.endpoints.ts';
import * as ofPeople from '@hubbub/contract/features/archives/person-export.endpoints.ts';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { withConfirm } from '#features/accounts/public.ts';
import { addressOf, call } from '#platform/api-client.ts';
import { useChange } from '#platform/change.ts';

const exportKey = ['archives', 'export'];
const importKey = ['archives', 'import'];
const shortestPauseMs = 1000;
const longestPauseMs = 15_000;

/** Polls while something is in progress: the longer it takes, the less often. */
function untilDone({ state: { data } }: { state: { data: { state: string; created_at: string | null } | undefined } }) {
  if (data?.state !== 'working') return false;
  const workedMs = Date.now() - Date.parse(data.created_at ?? '');
  return Math.min(Math.max(workedMs / 10, shortestPauseMs), longestPauseMs);
}

/** How far the person's export is. */
export const exportOptions = queryOptions({
  queryKey: exportKey,
  queryFn: async ({ signal }) => (await call(endpoints.readExport, {}, { signal })).export,
  refetchInterval: untilDone,
});

/** How far the person's import is. */
export const importOptions = queryOptions({
  queryKey: importKey,
  queryFn: async ({ signal }) => (await call(endpoints.readImport, {}, { signal })).import,
  refetchInterval: untilDone,
});

/** Sends an archive. Its form shows what's wrong with it. @param onProgress how much has been sent, 0 to 100 */
export function useStartImport(onProgress: (percent: number) => void) {
  const client = useQueryClient();
  return useChange({
    fails: 'here',
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }) => {
      onProgress(0);
      return (await call(endpoints.startImport, { form: { file: [file] } }, { onProgress, signal })).import;
    },
    // Another tab may have started one.
    onSettled: (_answer, error) => error && client.invalidateQueries({ queryKey: importKey }),
    onSuccess: async (started) => {
      client.setQueryData(importKey, started);
      await client.invalidateQueries({ queryKey: importKey });
    },
  });
}

/** Stops the import: what's here stays. */
export function useStopImport() {
  const client = useQueryClient();
  return useChange({
    undone: "your import wasn't stopped",
    mutationFn: async () => (await call(endpoints.stopImport)).import,
    onSuccess: (stopped) => client.setQueryData(importKey, stopped),
    onSettled: (_answer, error) => error && client.invalidateQueries({ queryKey: importKey }),
  });
}

/** Starts an export. */
export function useStartExport() {
  const client = useQueryClient();
  return useChange({
    undone: "your data isn't being put together",
    mutationFn: async () => (await withConfirm(() => call(endpoints.startExport))).export,
    onSuccess: async (started) => {
      client.setQueryData(exportKey, started);
      await client.invalidateQueries({ queryKey: exportKey });
    },
  });
}

/** Lets the browser download a file. */
function openDownload(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

/** Lets the browser download the finished export, once the person has confirmed that it's them. */
export function useDownloadExport() {
  const client = useQueryClient();
  return useChange({
    undone: "your data wasn't downloaded",
    mutationFn: async () => {
      await withConfirm(() => call(endpoints.downloadExport, { query: { check: 'true' } }));
      openDownload(addressOf(endpoints.downloadExport.path, {}));
    },
    onSettled: (_answer, error) => error && client.invalidateQueries({ queryKey: exportKey }),
  });
}

const personExportKey = (username: string) => [...exportKey, 'of', username];

/** How far the admin's export of somebody is. */
export const personExportOptions = (username: string) =>
  queryOptions({
    queryKey: personExportKey(username),
    queryFn: async ({ signal }) =>
      (await withConfirm(() => call(ofPeople.readPersonExport, { params: { username } }, { signal }))).export,
    refetchInterval: untilDone,
    retry: false,
  });

/** Starts an export of somebody. */
export function useStartPersonExport(username: string) {
  const client = useQueryClient();
  return useChange({
    undone: "the data isn't being put together",
    mutationFn: async () =>
      (await withConfirm(() => call(ofPeople.startPersonExport, { params: { username } }))).export,
    onSuccess: async (started) => {
      client.setQueryData(personExportKey(username), started);
      await client.invalidateQueries({ queryKey: personExportKey(username) });
    },
  });
}

/** Lets the browser download it. */
export function useDownloadPersonExport(username: string) {
  const client = useQueryClient();
  return useChange({
    undone: "the data wasn't downloaded",
    mutationFn: async () => {
      const params = { username };
      await withConfirm(() => call(ofPeople.downloadPersonExport, { params, query: { check: 'true' } }));
      openDownload(addressOf(ofPeople.downloadPersonExport.path, { params }));
    },
    onSettled: (_answer, error) => error && client.invalidateQueries({ queryKey: personExportKey(username) }),
  });
}
