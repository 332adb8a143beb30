import { describe, expect, it } from 'vitest';
import { fileBoxes, filesHeight, fitImage, kindOfFile } from '#features/rooms/file-boxes.rules.ts';

const picture = { name: 'photo.jpg', type: 'image/jpeg', width: 1600, height: 800 };
const video = { name: 'clip.mp4', type: 'video/mp4', width: 720, height: 1280 };
const document = { name: 'plan.pdf', type: 'application/pdf' };

describe('a file of a message', () => {
  it('is shown if it is a picture, video or sound, and otherwise a document; so is a picture that could run scripts', () => {
    expect(kindOfFile(picture)).toBe('image');
    expect(kindOfFile(video)).toBe('video');
    expect(kindOfFile(document)).toBe('document');
    expect(kindOfFile({ name: 'logo.svg', type: 'image/svg+xml' })).toBe('document');
    expect(kindOfFile({ name: 'page.html', type: 'text/html' })).toBe('document');
    expect(kindOfFile({ name: 'nameless', type: '' })).toBe('document');
  });

  it('is a voice message by its name, if it is a sound', () => {
    expect(kindOfFile({ name: 'voice-message.webm', type: 'audio/webm' })).toBe('voice');
    expect(kindOfFile({ name: 'song.mp3', type: 'audio/mpeg' })).toBe('audio');
    expect(kindOfFile({ name: 'voice-message.pdf', type: 'application/pdf' })).toBe('document');
  });
});

describe('a picture in a timeline', () => {
  it('keeps its proportions and is never enlarged', () => {
    expect(fitImage({ width: 1600, height: 800 })).toEqual({ width: 320, height: 160 });
    expect(fitImage({ width: 200, height: 100 })).toEqual({ width: 200, height: 100 });
  });

  it('is never a sliver, and has a box even when its size is unknown', () => {
    expect(fitImage({ width: 4000, height: 40 })).toEqual({ width: 320, height: 96 });
    expect(fitImage(null)).toEqual({ width: 280, height: 210 });
    expect(fitImage({ width: 0, height: 0 })).toEqual({ width: 280, height: 210 });
  });
});

describe("the boxes of a message's files", () => {
  it('are one for all pictures, and one for each of the others', () => {
    expect(fileBoxes([])).toEqual([]);
    expect(fileBoxes([picture])).toEqual([{ width: 320, height: 160 }]);
    expect(fileBoxes([document, picture, picture, video])).toEqual([
      { width: 320, height: 160 },
      { width: 320, height: 64 },
      { width: 200, height: 340 },
    ]);
    expect(fileBoxes([picture, picture, picture])).toEqual([{ width: 320, height: 212 }]);
    expect(fileBoxes(Array.from({ length: 10 }, () => picture))).toEqual([{ width: 320, height: 240 }]);
  });

  it('add up to the height that is reserved for them', () => {
    expect(filesHeight([])).toBe(0);
    expect(filesHeight([picture, document])).toBe(160 + 64 + 12);
  });
});
