import { describe, expect, it } from 'vitest';
import {
  choose,
  cropAgain,
  dropChoice,
  finishCrop,
  isPicture,
  mayRemove,
  type Picture,
  pictureFields,
} from '#ui/avatar-editor/avatar-editor.rules.ts';

const kept: Picture = { kind: 'kept' };
const photo = new File(['photo'], 'photo.png', { type: 'image/png' });
const framing = { area: { x: 10, y: 20, width: 50, height: 25 }, turn: 90 as const };
const result = new File(['result'], 'profile.jpg', { type: 'image/jpeg' });

describe('a profile picture', () => {
  it('is cropped once a file is chosen, and can be cropped again from the same framing', () => {
    const cropped = finishCrop(choose(kept, photo), result, framing);
    expect(cropped).toEqual({ kind: 'cropped', source: photo, framing, result });
    expect(cropAgain(cropped)).toEqual({ kind: 'cropping', source: photo, framing, before: cropped });
  });

  it('returns to the previous one when the chosen file is removed, whatever was chosen in between', () => {
    const cropped = finishCrop(choose(kept, photo), result, framing);
    expect(dropChoice(choose(choose(cropped, photo), result))).toBe(cropped);
  });

  it("can be removed unless it's the default or a crop is open", () => {
    expect(mayRemove(kept, true)).toBe(false);
    expect(mayRemove(kept, false)).toBe(true);
    expect(mayRemove({ kind: 'removed' }, false)).toBe(false);
    expect(mayRemove(choose(kept, photo), false)).toBe(false);
    expect(mayRemove(finishCrop(choose(kept, photo), result, framing), true)).toBe(true);
  });

  it("is sent only if it's new; a removed one is reported as removed", () => {
    expect(pictureFields(kept)).toEqual({ removedProfile: 'false' });
    expect(pictureFields({ kind: 'removed' })).toEqual({ removedProfile: 'true' });
    expect(pictureFields(finishCrop(choose(kept, photo), result, framing))).toEqual({
      removedProfile: 'false',
      profile_pic: [result],
    });
  });
});

it("a HEIC that this browser can't show is sent as it is, and can be removed", () => {
  const result = new File(['heic'], 'IMG_0001.HEIC');
  const picture = { kind: 'uncropped', result } as const;
  expect(isPicture(picture)).toBe(true);
  expect(mayRemove(picture, true)).toBe(true);
  expect(pictureFields(picture)).toEqual({ removedProfile: 'false', profile_pic: [result] });
});
