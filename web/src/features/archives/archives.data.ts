import * as endpoints from '@hubbub/contract/features/archives/archives.endpoints.ts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { withConfirm } from '#features/accounts/public.ts';
import { addressOf, call } from '#platform/api-client.ts';

const exportKey = ['archives', 'export'];
const importKey = ['archives', 'import'];
const shortestPauseMs = 1000;
const longestPauseMs = 15_000;

/** While something is worked on, it's asked about again: the longer it has taken, the more rarely. */
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
  return useMutation({
    mutationFn: async ({ file, signal }: { file: File; signal: AbortSignal }) =>
      (await call(endpoints.startImport, { form: { file: [file] } }, { onProgress, signal })).import,
    onMutate: () => onProgress(0),
    // Another tab may have started one.
    onError: () => void client.invalidateQueries({ queryKey: importKey }),
    onSuccess: async (started) => {
      client.setQueryData(importKey, started);
      await client.invalidateQueries({ queryKey: importKey });
    },
  });
}

/** Stops the import: what's here stays. */
export function useStopImport() {
  const client = useQueryClient();
  return useMutation({
    meta: { undone: "your import wasn't stopped" },
    mutationFn: async () => (await call(endpoints.stopImport)).import,
    onSuccess: (stopped) => client.setQueryData(importKey, stopped),
    onError: () => void client.invalidateQueries({ queryKey: importKey }),
  });
}

/** Starts an export. */
export function useStartExport() {
  const client = useQueryClient();
  return useMutation({
    meta: { undone: "your data isn't being put together" },
    mutationFn: async () => (await withConfirm(() => call(endpoints.startExport))).export,
    onSuccess: async (started) => {
      client.setQueryData(exportKey, started);
      await client.invalidateQueries({ queryKey: exportKey });
    },
  });
}

/** Where the browser gets the file. */
const fileAddress = () => addressOf(endpoints.downloadExport.path, {});

/** Lets the browser download the finished export, once the person has confirmed that it's them. */
export function useDownloadExport() {
  const client = useQueryClient();
  return useMutation({
    meta: { undone: "your data wasn't downloaded" },
    mutationFn: async () => {
      await withConfirm(() => call(endpoints.downloadExport, { query: { check: 'true' } }));
      const link = document.createElement('a');
      link.href = fileAddress();
      link.download = '';
      link.click();
    },
    onError: () => void client.invalidateQueries({ queryKey: exportKey }),
  });
}
