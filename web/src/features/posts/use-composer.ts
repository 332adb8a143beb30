import { messages } from '@hubbub/contract/platform/messages.ts';
import { useEffect, useRef, useState } from 'react';
import { pickFiles, previewAfterAdding, previewAfterRemoving, previewStep } from '#features/posts/composer.rules.ts';
import { useCreatePost } from '#features/posts/posts.data.ts';
import { type MediaKind, mediaKind } from '#features/posts/posts.rules.ts';
import { prepareMedia } from '#features/posts/prepare-media.ts';
import { filesOf, followDraft, readDraft, useTextDraft, writeDraft } from '#platform/drafts.ts';
import { ApiError, errorTexts, isHandled } from '#platform/errors.ts';
import { logError } from '#platform/log.ts';
import { showAlert } from '#ui/alerts/alerts.ts';

/** One file of the post that is being written. */
export interface ComposerItem {
  id: string;
  file: File;
  kind: MediaKind;
  /** An object URL, for the preview. */
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

/** How far the conversion of chosen files is. */
interface Processing {
  done: number;
  total: number;
}

/** The list of files and which of them is shown; they change together. */
interface Selection {
  items: readonly ComposerItem[];
  index: number;
}

/** Everything that happens on the page that writes a post (sections 4 and 5). `onShared` is called once the post is stored. */
export function useComposer(onShared: () => void) {
  const [text, setText] = useTextDraft(draft);
  const [{ items, index }, setSelection] = useState<Selection>({ items: [], index: 0 });
  const [processing, setProcessing] = useState<Processing>();
  /** Percent of the upload; undefined while nothing is sent. */
  const [percent, setPercent] = useState<number>();
  const upload = useRef<AbortController>(null);
  const urls = useRef(new Set<string>());
  const busy = useRef(false);
  const touched = useRef(false);
  const { mutateAsync } = useCreatePost();

  const toItems = (files: readonly File[]) => {
    const made = files.map(itemOf);
    for (const { url } of made) urls.current.add(url);
    return made;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    let open = true;
    void readDraft(filesDraft).then((value) => {
      const files = filesOf(value);
      if (open && !touched.current && files.length > 0) setSelection({ items: toItems(files), index: 0 });
    });
    const stop = followDraft(filesDraft, (value) => {
      touched.current = true;
      if (!busy.current && upload.current === null) setSelection({ items: toItems(filesOf(value)), index: 0 });
    });
    const known = urls.current;
    return () => {
      open = false;
      stop();
      upload.current?.abort();
      for (const url of known) URL.revokeObjectURL(url);
      known.clear();
    };
  }, []);

  const keep = (next: readonly ComposerItem[]) =>
    writeDraft(
      filesDraft,
      next.map(({ file }) => file),
    );

  const add = async (chosen: readonly File[]) => {
    if (chosen.length === 0 || busy.current || percent !== undefined) return;
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
      keep(next);
    } finally {
      busy.current = false;
      setProcessing(undefined);
    }
  };

  const remove = (id: string) => {
    const gone = items.find((item) => item.id === id);
    if (gone === undefined || busy.current || percent !== undefined) return;
    const next = items.filter((item) => item !== gone);
    setSelection({ items: next, index: previewAfterRemoving(index, next.length) });
    URL.revokeObjectURL(gone.url);
    urls.current.delete(gone.url);
    keep(next);
  };

  const forget = () => {
    writeDraft(draft, '');
    writeDraft(filesDraft, []);
  };

  const share = async () => {
    if (busy.current || percent !== undefined) return;
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
        files: items.map(({ file }) => file),
        signal: controller.signal,
        onProgress: setPercent,
      });
      forget();
      onShared();
    } catch (error) {
      if (isHandled(error)) return;
      logError('A post could not be created', error);
      void showAlert(error instanceof ApiError ? errorTexts(error).join('\n') : messages.createPostFailed);
    } finally {
      upload.current = null;
      setPercent(undefined);
    }
  };

  return {
    text,
    setText,
    items,
    index,
    shown: items[index],
    step: (by: 1 | -1) =>
      setSelection((current) => ({ ...current, index: previewStep(current.index, by, current.items.length) })),
    show: (next: number) => setSelection((current) => ({ ...current, index: next })),
    add: (chosen: readonly File[]) => void add(chosen),
    remove,
    processing,
    percent,
    share: () => void share(),
    cancel: () => upload.current?.abort(),
    forget,
    /** There is something that would be lost. */
    dirty: text.trim() !== '' || items.length > 0,
  };
}

export type Composer = ReturnType<typeof useComposer>;
