import { describe, expect, it } from 'vitest';
import { extensionText, progressOfFiles } from '#features/rooms/files.rules.ts';
import { sizeText } from '#platform/size.rules.ts';

describe('the progress of an upload', () => {
  it('goes to the files one after the other, by their bytes', () => {
    expect(progressOfFiles([100, 300], null)).toEqual([0, 0]);
    expect(progressOfFiles([100, 300], 25)).toEqual([100, 0]);
    expect(progressOfFiles([100, 300], 50)).toEqual([100, 33]);
    expect(progressOfFiles([100, 300], 100)).toEqual([100, 100]);
    expect(progressOfFiles([], 50)).toEqual([]);
  });
});

describe('a document', () => {
  it('says its size in the largest unit that leaves a whole number, or one decimal', () => {
    expect(sizeText(1)).toBe('1 byte');
    expect(sizeText(812)).toBe('812 bytes');
    expect(sizeText(14_200)).toBe('14 kB');
    expect(sizeText(999_600)).toBe('1.0 MB');
    expect(sizeText(2_440_000)).toBe('2.4 MB');
    expect(sizeText(26_214_400)).toBe('26 MB');
  });

  it('says its type by the end of its name', () => {
    expect(extensionText('plan.final.pdf')).toBe('PDF');
    expect(extensionText('README')).toBe('File');
    expect(extensionText('odd.averyverylongend')).toBe('File');
  });
});
