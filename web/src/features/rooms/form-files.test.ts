// @vitest-environment happy-dom
import { uploadLimits } from '@hubbub/contract/platform/limits.ts';
import { expect, it } from 'vitest';
import { formFiles } from '#features/rooms/form-files.ts';

const file = (name: string, type: string, size = 10) => new File([new Uint8Array(size)], name, { type });

it('a picture alone goes where clients of the first contract look for it, and everything else is a file', () => {
  const picture = file('a.jpg', 'image/jpeg');
  expect(formFiles([picture])).toEqual({ image: [picture] });
  expect(formFiles([picture, picture])).toEqual({ files: [picture, picture] });
  const large = file('a.gif', 'image/gif', uploadLimits.messageImage + 1);
  expect(formFiles([large])).toEqual({ files: [large] });
  const drawing = file('a.svg', 'image/svg+xml');
  expect(formFiles([drawing])).toEqual({ files: [drawing] });
  const voice = file('voice-message.webm', 'audio/webm');
  expect(formFiles([voice])).toEqual({ files: [voice] });
});
