import { describe, expect, it } from 'vitest';
import {
  acceptedType,
  allExtensions,
  documentType,
  nameDocumentType,
  soundOnlyType,
  typeOfExtension,
} from './media-types.rules.ts';

describe('the accepted media types', () => {
  it("A file's type is the one its content was detected as, whatever its parameters and case", () => {
    expect(acceptedType('audio/ogg; codecs=opus')).toMatchObject({ kind: 'audio', extension: 'ogg' });
    expect(acceptedType('Image/JPEG')).toMatchObject({ kind: 'image', extension: 'jpg' });
  });

  it.each(['image/svg+xml', 'text/html', 'application/pdf', ''])('%s is not accepted', (mime) => {
    expect(acceptedType(mime)).toBeUndefined();
  });

  it.each(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'])('%s is a picture', (mime) => {
    expect(acceptedType(mime)).toMatchObject({ kind: 'image', extension: 'heic' });
  });

  it("Each has an extension of its own, which determines a stored file's type", () => {
    expect(new Set(allExtensions).size).toBe(allExtensions.length);
    for (const extension of allExtensions) expect(typeOfExtension(extension)?.extension).toBe(extension);
    expect(typeOfExtension('svg')).toBeUndefined();
  });

  it('A video that only contains sound is stored as a sound, if there is a type for it', () => {
    const videos = allExtensions
      .flatMap((extension) => typeOfExtension(extension) ?? [])
      .filter(({ kind }) => kind === 'video');
    const soundOnly = Object.fromEntries(videos.map((type) => [type.extension, soundOnlyType(type)?.mime]));
    expect(soundOnly).toMatchObject({ mp4: 'audio/mp4', webm: 'audio/webm', ogv: 'audio/ogg', mpg: undefined });
    for (const type of videos) expect(soundOnlyType(type)?.kind ?? 'audio').toBe('audio');
  });
});

describe('a document', () => {
  it('is served as bytes that no browser runs, whatever its name', () => {
    expect(documentType).toMatchObject({ kind: 'document', mime: 'application/octet-stream' });
  });

  it.each([
    ['application/pdf', false, 'application/pdf'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', false, undefined],
    ['font/woff2', false, 'font/woff2'],
    ['application/xml', true, 'text/plain'],
    ['image/svg+xml', true, 'text/plain'],
    ['image/heic', false, 'application/octet-stream'],
    ['video/x-flv', false, 'application/octet-stream'],
    ['text/html', true, 'text/plain'],
    ['application/xhtml+xml', false, 'application/octet-stream'],
    [undefined, true, 'text/plain'],
    [undefined, false, 'application/octet-stream'],
  ])('detected as %s (a text: %s) is called %s', (detected, isText, expected) => {
    expect(nameDocumentType(detected, isText)).toBe(expected ?? detected);
  });
});
