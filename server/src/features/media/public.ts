/** What other features may use from media. */
import type {} from './media.events.ts';

export { archivePath, archivePathOf, originalsOf, ownMedia } from './archive.queries.ts';
export { copyMedia } from './copying.service.ts';
export { cleanFileName } from './file-names.rules.ts';
export { type FileGuard, fileGuard } from './guards.queries.ts';
export { pictureAsIcon } from './icons.service.ts';
export { keepLinkPicture } from './link-pictures.service.ts';
export { sendBytes, sendPicture } from './media.routes.ts';
export {
  attachMedia,
  cancelMedia,
  discardMedia,
  discardMediaByPath,
  filesInSnapshot,
  type MediaPart,
  mediaFilesOf,
  type ReceivedMedia,
  receiveMedia,
  waitForMedia,
} from './media.service.ts';
export { hideUploads, moveFiles, rekeyFiles, rekeyPath, releaseFiles, withholdFiles } from './media-paths.service.ts';
export { outOfSpace, spaceLeftOf, withinFreeSpace } from './media-space.service.ts';
export { findUploads, readUpload, useUploads } from './uploads.service.ts';
