import { useEffect, useState } from 'react';

/** A small window of the browser's that stays above all others (https://wicg.github.io/document-picture-in-picture/). */
interface PictureInPicture {
  requestWindow(options: { width: number; height: number }): Promise<Window>;
}

const given = () => (window as unknown as { documentPictureInPicture?: PictureInPicture }).documentPictureInPicture;

/** Makes a new window look like this page: its styles and its theme. */
function dress(opened: Window): void {
  const { documentElement: root, head } = opened.document;
  for (const { name, value } of document.documentElement.attributes) root.setAttribute(name, value);
  for (const style of document.head.querySelectorAll('style, link[rel=stylesheet]')) head.append(style.cloneNode(true));
  opened.document.title = document.title;
}

/** A window that shows the call above all others, and how to open and close it; undefined where the browser has none. */
export function usePicture(): { opened: Window | undefined; toggle: () => Promise<void> } | undefined {
  const [opened, setOpened] = useState<Window>();
  useEffect(() => () => opened?.close(), [opened]);
  const picture = given();
  if (picture === undefined) return undefined;
  const toggle = async () => {
    if (opened !== undefined) return setOpened(undefined);
    const next = await picture.requestWindow({ width: 400, height: 300 });
    dress(next);
    next.addEventListener('pagehide', () => setOpened(undefined));
    setOpened(next);
  };
  return { opened, toggle };
}
