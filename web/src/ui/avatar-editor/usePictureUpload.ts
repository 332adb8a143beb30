import { messages } from '@hubbub/contract/platform/messages.ts';
import { useState } from 'react';
import { showAlert } from '#ui/alerts/alerts.ts';
import { type Picture, pictureFields } from '#ui/avatar-editor/avatar-editor.rules.ts';

/** Sends a form with its picture: not while the picture is being cropped, and with its progress. */
export function usePictureUpload(picture: Picture) {
  const [percent, setPercent] = useState<number>();
  return {
    /** Undefined while no picture is on its way. */
    percent,
    upload: async (
      send: (
        fields: ReturnType<typeof pictureFields>,
        options: { onProgress: ((percent: number) => void) | undefined },
      ) => Promise<void>,
    ): Promise<void> => {
      if (picture.kind === 'cropping') {
        void showAlert(messages.pendingCrop);
        return;
      }
      try {
        await send(pictureFields(picture), { onProgress: picture.kind === 'cropped' ? setPercent : undefined });
      } finally {
        setPercent(undefined);
      }
    },
  };
}
