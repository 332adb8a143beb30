/** What other features may use from media. */
import type {} from './media.events.ts';

export { cleanFileName } from './file-names.rules.ts';
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
  waitForPictures,
} from './media.service.ts';
export { hideUploads, rekeyFiles, rekeyPath, releaseFiles, withholdFiles } from './media-paths.service.ts';
