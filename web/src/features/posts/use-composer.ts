import { messages } from '@hubbub/contract/platform/messages.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { pickFiles, previewAfterAdding, previewAfterRemoving, previewStep } from '#features/posts/composer.rules.ts';
import { useCreatePost } from '#features/posts/posts.data.ts';
import { type MediaKind, mediaKind } from '#features/posts/posts.rules.ts';
import { prepareMedia } from '#features/posts/prepare-media.ts';
import { filesOf, followDraft, readDraft, useTextDraft, writeDraft } from '#platform/drafts.ts';
import { ApiError, errorTexts, isHandled } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { showAlert } from '#ui/alerts/alerts.ts';

/** One of the files in the post that's being written. */
export interface ComposerItem {
  id: string;
  file: File;
  kind: MediaKind;
  /** An object URL for the preview. */
  url: string;
}

function itemOf(file: File): ComposerItem {
  return {
    id: crypto.randomUUID(),
    file,
    kind: mediaKind({ type: file.type, path: '' }),
    url: URL.createObjectURL(file),
  };
}

const draft = 'post';
const filesDraft = 'post-files';

function keepFiles(items: readonly ComposerItem[]): void {
  writeDraft(
    filesDraft,
    items.map(({ file }) => file),
  );
}

/** Progress of converting the chosen files. */
interface Processing {
  done: number;
  total: number;
}

/** The list of files and which one is shown; they change together. */
interface Selection {
  items: readonly ComposerItem[];
  index: number;
}

/** Object URLs for previews; the remaining ones are revoked with the page. */
function useObjectUrls() {
  const urls = useRef(new Set<string>());
  useEffect(() => {
    const known = urls.current;
    return () => {
      for (const url of known) URL.revokeObjectURL(url);
      known.clear();
    };
  }, []);
  return {
    toItems(files: readonly File[]): ComposerItem[] {
      const made = files.map(itemOf);
      for (const { url } of made) urls.current.add(url);
      return made;
    },
    release(url: string): void {
      URL.revokeObjectURL(url);
      urls.current.delete(url);
    },
  };
}

/** The post's files. `isSending`: nothing may change. */
function useSelection(isSending: boolean) {
  const [{ items, index }, setSelection] = useState<Selection>({ items: [], index: 0 });
  const [processing, setProcessing] = useState<Processing>();
  const { toItems, release } = useObjectUrls();
  const busy = useRef(false);
  const touched = useRef(false);

  const onOtherTab = useEffectEvent((files: readonly File[]) => {
    if (!busy.current && !isSending) setSelection({ items: toItems(files), index: 0 });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    let open = true;
    void readDraft(filesDraft).then((value) => {
      const files = filesOf(value);
      if (open && !touched.current && files.length > 0) setSelection({ items: toItems(files), index: 0 });
    });
    const stop = followDraft(filesDraft, (value) => {
      touched.current = true;
      onOtherTab(filesOf(value));
    });
    return () => {
      open = false;
      stop();
    };
  }, []);

  const add = async (chosen: readonly File[]) => {
    if (chosen.length === 0 || busy.current || isSending) return;
    const { accepted, alert } = pickFiles(items.length, chosen);
    if (alert !== undefined) void showAlert(alert);
    if (accepted.length === 0) return;
    busy.current = true;
    touched.current = true;
    setProcessing({ done: 0, total: accepted.length });
    try {
      const oneDone = () => setProcessing((state) => state && { ...state, done: state.done + 1 });
      const prepared = toItems(await prepareMedia(accepted, oneDone));
      const next = [...items, ...prepared];
      setSelection((current) => ({
        items: next,
        index: previewAfterAdding(items.length, prepared.length, current.index),
      }));
      keepFiles(next);
    } finally {
      busy.current = false;
      setProcessing(undefined);
    }
  };

  const remove = (id: string) => {
    const gone = items.find((item) => item.id === id);
    if (gone === undefined || busy.current || isSending) return;
    const next = items.filter((item) => item !== gone);
    setSelection({ items: next, index: previewAfterRemoving(index, next.length) });
    release(gone.url);
    keepFiles(next);
  };

  return {
    items,
    index,
    shown: items[index],
    step: (by: 1 | -1) =>
      setSelection((current) => ({ ...current, index: previewStep(current.index, by, current.items.length) })),
    show: (next: number) => setSelection((current) => ({ ...current, index: next })),
    add: (chosen: readonly File[]) => void add(chosen),
    remove,
    processing,
    /** Files are being prepared. */
    isBusy: () => busy.current,
  };
}

function forget(): void {
  writeDraft(draft, '');
  writeDraft(filesDraft, []);
}

/** The state and actions of the create post page (sections 4 and 5). `onShared` is called once the post is stored. */
export function useComposer(community: string | undefined, onShared: () => void) {
  const [text, setText] = useTextDraft(draft);
  /** Upload percentage; undefined when nothing is being sent. */
  const [percent, setPercent] = useState<number>();
  const { isBusy, ...selection } = useSelection(percent !== undefined);
  const { items } = selection;
  const upload = useRef<AbortController>(null);
  const { mutateAsync } = useCreatePost();

  useEffect(() => () => upload.current?.abort(), []);

  const share = async () => {
    if (isBusy() || percent !== undefined) return;
    if (text.trim() === '') {
      await showAlert(messages.contentRequired);
      return;
    }
    const controller = new AbortController();
    upload.current = controller;
    setPercent(0);
    try {
      await mutateAsync({
        content: text,
        community,
        files: items.map(({ file }) => file),
        signal: controller.signal,
        onProgress: setPercent,
      });
      forget();
      onShared();
    } catch (error) {
      if (isHandled(error)) return;
      logError("Couldn't create a post", error);
      void showAlert(error instanceof ApiError ? errorTexts(error).join('\n') : messages.createPostFailed);
    } finally {
      upload.current = null;
      setPercent(undefined);
    }
  };

  return {
    text,
    setText,
    ...selection,
    percent,
    share: () => void share(),
    cancel: () => upload.current?.abort(),
    forget,
    /** There are unsaved changes. */
    dirty: text.trim() !== '' || items.length > 0,
  };
}

export type Composer = ReturnType<typeof useComposer>;
