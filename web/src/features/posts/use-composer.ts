import { messages } from '@hubbub/contract/platform/messages.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  faultOf,
  type PostPlace,
  pickFiles,
  placeAmong,
  previewAfterAdding,
  previewAfterRemoving,
  previewStep,
} from '#features/posts/composer.rules.ts';
import { type PollDraft, pollIn } from '#features/posts/polls.rules.ts';
import { useCreatePost } from '#features/posts/posts.data.ts';
import { type MediaKind, mediaKind } from '#features/posts/posts.rules.ts';
import { prepareMedia } from '#features/posts/prepare-media.ts';
import {
  currentlyWritten,
  deleteDraft,
  draftNameOf,
  filesDraft,
  forget,
  keepDraft,
  keepWritten,
  type SavedDraft,
  useWritten,
  writtenIn,
} from '#features/posts/saved-drafts.ts';
import { formOf, type PostForm, type Written } from '#features/posts/written.rules.ts';
import { filesOf, followDraft, readDraft, writeDraft } from '#platform/drafts.ts';
import { ApiError, errorTexts, isHandled, SessionEnded, Waiting } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { logError } from '#platform/log.ts';
import { type Shared, takeShared } from '#platform/shared.ts';
import { exactTime } from '#platform/time.ts';
import { showAlert } from '#ui/alerts/alerts.ts';
import { isHeic } from '#ui/picture-files.rules.ts';
import { toast } from '#ui/toast/toasts.ts';

/** One of the files in the post that's being written. */
export interface ComposerItem {
  id: string;
  file: File;
  kind: MediaKind;
  /** An object URL for the preview. */
  url: string;
  /** What it shows, in the person's words; may be empty. */
  alt: string;
}

function itemOf(file: File, alt: string): ComposerItem {
  return {
    id: newId(),
    file,
    alt,
    kind: isHeic(file) ? 'image' : mediaKind({ type: file.type, path: '' }),
    url: URL.createObjectURL(file),
  };
}

function keepAlts(items: readonly ComposerItem[]): void {
  const alts = items.map(({ alt }) => alt);
  keepWritten({ alts: alts.some((alt) => alt !== '') ? alts : [] });
}

const filesIn = (items: readonly ComposerItem[]): File[] => items.map(({ file }) => file);

/** Descriptions first: other tabs read them when they learn of the files. */
function keepFiles(items: readonly ComposerItem[]): void {
  keepAlts(items);
  writeDraft(filesDraft, filesIn(items));
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
    toItems(files: readonly File[], alts: readonly string[] = []): ComposerItem[] {
      const made = files.map((file, index) => itemOf(file, alts[index] ?? ''));
      for (const { url } of made) urls.current.add(url);
      return made;
    },
    release(url: string): void {
      URL.revokeObjectURL(url);
      urls.current.delete(url);
    },
  };
}

/** Follows the files of the draft: those kept from before, once, and those chosen in another tab. @returns whether they've been read */
function useFilesDraft(given: (files: readonly File[], from: 'before' | 'another tab') => void): boolean {
  const [isRead, setIsRead] = useState(false);
  const onFiles = useEffectEvent(given);
  useEffect(() => {
    let open = true;
    void readDraft(filesDraft).then((value) => {
      if (!open) return;
      onFiles(filesOf(value), 'before');
      setIsRead(true);
    });
    const stop = followDraft(filesDraft, (value) => onFiles(filesOf(value), 'another tab'));
    return () => {
      open = false;
      stop();
    };
  }, []);
  return isRead;
}

/** What it was rendered with last: it may have changed while something is awaited. */
function useLatest<T>(value: T) {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/** The post's files. `isSending`: nothing may change. */
function useSelection(isSending: boolean) {
  const [{ items, index }, setSelection] = useState<Selection>({ items: [], index: 0 });
  const [processing, setProcessing] = useState<Processing>();
  const { toItems, release } = useObjectUrls();
  const busy = useRef(false);
  const touched = useRef(false);
  const known = useLatest(items);

  const isRead = useFilesDraft((files, from) => {
    const isWanted = from === 'before' ? !touched.current && files.length > 0 : !busy.current && !isSending;
    if (from === 'another tab') touched.current = true;
    if (isWanted) setSelection({ items: toItems(files, currentlyWritten().alts), index: 0 });
  });

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
      const next = [...known.current, ...prepared];
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

  const keep = (next: readonly ComposerItem[], shown: number) => {
    setSelection({ items: next, index: shown });
    keepFiles(next);
  };

  const remove = (id: string) => {
    const gone = items.find((item) => item.id === id);
    if (gone === undefined || busy.current || isSending) return;
    keep(
      items.filter((item) => item !== gone),
      previewAfterRemoving(index, items.length - 1),
    );
    release(gone.url);
  };

  const describe = (id: string, alt: string) => {
    const next = items.map((item) => (item.id === id ? { ...item, alt } : item));
    setSelection((current) => ({ ...current, items: next }));
    keepAlts(next);
  };

  return {
    items,
    index,
    shown: items[index],
    describe,
    step: (by: 1 | -1) =>
      setSelection((current) => ({ ...current, index: previewStep(current.index, by, current.items.length) })),
    show: (next: number) => setSelection((current) => ({ ...current, index: next })),
    add: (chosen: readonly File[]) => void add(chosen),
    remove,
    /** Takes other files, which are prepared already. */
    replace(files: readonly File[], alts: readonly string[]) {
      touched.current = true;
      keep(toItems(files, alts), 0);
    },
    processing,
    /** The draft's files are there, if it has any. */
    isRead,
    /** Files are being prepared. */
    isBusy: () => busy.current,
  };
}

/** What the person sees in the fields while it's sent. */
interface Sent {
  written: Written;
  items: readonly ComposerItem[];
}

/**
 * Sends what's written. Once the browser keeps it in the outbox, it's no draft anymore, so that it isn't shared twice; what isn't stored
 * becomes one again.
 * @param onShared called once the post is stored, or waits for the connection
 */
function useSending(restore: (sent: Sent) => void, onShared: (isScheduled: boolean) => void) {
  /** Upload percentage; undefined when nothing is being sent. */
  const [percent, setPercent] = useState<number>();
  const [sent, setSent] = useState<Sent>();
  const upload = useRef<AbortController>(null);
  const isDiscarded = useRef(false);
  const { mutateAsync } = useCreatePost();

  useEffect(() => () => upload.current?.abort(), []);

  const send = async (given: Sent, form: PostForm) => {
    // A second click can come before the first one is drawn.
    if (upload.current !== null) return;
    const controller = new AbortController();
    upload.current = controller;
    setPercent(0);
    let isKept = false;
    try {
      await mutateAsync({
        form: { ...form, files: filesIn(given.items) },
        signal: controller.signal,
        onProgress: setPercent,
        onQueued: () => {
          isKept = true;
          setSent(given);
          forget();
        },
      });
      forget();
      if (form.publish_at !== undefined) toast.success(`Scheduled for ${exactTime(form.publish_at)}`);
      onShared(form.publish_at !== undefined);
    } catch (error) {
      if (error instanceof Waiting) onShared(false);
      else if (isKept && !isDiscarded.current && !(error instanceof SessionEnded)) restore(given);
      if (isHandled(error)) return;
      logError("Couldn't create a post", error);
      void showAlert(error instanceof ApiError ? errorTexts(error).join('\n') : messages.createPostFailed);
    } finally {
      upload.current = null;
      setPercent(undefined);
      setSent(undefined);
    }
  };

  return {
    percent,
    sent,
    send,
    cancel: () => upload.current?.abort(),
    discard: () => {
      isDiscarded.current = true;
      upload.current?.abort();
      forget();
    },
  };
}

const placeOf = (place: PostPlace | undefined): Pick<Written, 'place' | 'placeName'> => ({
  place: place?.handle ?? '',
  placeName: place?.name ?? '',
});

export interface ComposerPlaces {
  /** The communities that the person can post to; undefined while they're loading. */
  places: readonly PostPlace[] | undefined;
  /** There are some that aren't in `places`. */
  hasMorePlaces?: boolean;
  /** The handle of the community to post to at first. */
  initialCommunity?: string | undefined;
  /** The id of the post to quote. */
  initialQuote?: string | undefined;
}

/** The state and actions of the create post page. `onShared` is called once the post is stored, or waits for the connection. */
export function useComposer(given: ComposerPlaces, onShared: (isScheduled: boolean) => void) {
  const { places, hasMorePlaces = false, initialCommunity, initialQuote } = given;
  const { written: current, write } = useWritten({
    ...(initialCommunity !== undefined && { place: initialCommunity, placeName: initialCommunity }),
    ...(initialQuote !== undefined && { quote: initialQuote }),
  });
  const { sent, send, percent, cancel, discard } = useSending(({ written, items: unsent }) => {
    write(written);
    keepFiles(unsent);
  }, onShared);
  const { isBusy, isRead, replace, ...selection } = useSelection(percent !== undefined);
  const { items } = selection;
  const written = sent?.written ?? current;
  const { text } = written;
  const poll = pollIn(written.poll);
  const chosen = written.place === '' ? undefined : { handle: written.place, name: written.placeName };
  const target = placeAmong(places, chosen, hasMorePlaces);
  const { place } = target;

  const takeOver = useEffectEvent((shared: Shared) => {
    if (shared.text !== '') write({ text: [text, shared.text].filter((each) => each.trim() !== '').join('\n') });
    selection.add(shared.files);
  });
  useEffect(() => {
    if (isRead) void takeShared().then((shared) => shared && takeOver(shared));
  }, [isRead]);

  /** With its files' descriptions, and the place as it's called now. */
  const begun = { ...written, ...placeOf(place), alts: items.map(({ alt }) => alt) };

  const share = async () => {
    if (isBusy() || percent !== undefined) return;
    const form = formOf(begun, Date.now());
    const { publish_at: publishAt } = form;
    const hasOther = poll !== undefined || written.quote !== '';
    const lost = target.isLost ? place?.name : undefined;
    const fault = faultOf({ text, hasOther, isPollWhole: !poll || form.poll !== undefined, publishAt, lost });
    if (fault !== undefined) return void (await showAlert(fault));
    await send({ written, items }, form);
  };

  const dirty = text.trim() !== '' || items.length > 0 || poll !== undefined;

  const keep = (instead: readonly string[] = []) =>
    keepDraft({ ...begun, files: filesIn(items) }, forget, [filesDraft, ...instead]);

  const open = (kept: SavedDraft): void => {
    const fault = dirty ? keep([draftNameOf(kept)]) : undefined;
    if (fault !== undefined) return void showAlert(fault);
    deleteDraft(kept.id);
    write(writtenIn(kept));
    replace(kept.files, kept.alts);
  };
  return {
    written,
    write,
    ...selection,
    poll,
    setPoll: (next: PollDraft | undefined) => write({ poll: next === undefined ? '' : JSON.stringify(next) }),
    target,
    setPlace: (next: PostPlace | undefined) => write(placeOf(next)),
    percent,
    share: () => void share(),
    cancel,
    /** Ends what's being sent, and forgets what's written. */
    discard,
    /** Puts it aside. @returns why it can't, if it can't */
    keep: () => keep(),
    /** Goes on with a draft; what's written is put aside, if it can be. */
    open,
    /** There are unsaved changes. */
    dirty,
  };
}

export type Composer = ReturnType<typeof useComposer>;
