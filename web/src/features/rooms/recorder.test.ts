// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { startRecording } from '#features/rooms/recorder.ts';

/** The browser APIs that a recording needs and happy-dom doesn't have. */
function giveMicrophone() {
  const stopped = vi.fn();
  let closings = 0;
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: async () => ({ getTracks: () => [{ stop: stopped }] }) },
  });
  vi.stubGlobal(
    'AudioContext',
    class {
      createAnalyser = () => ({ getByteTimeDomainData: () => undefined });
      createMediaStreamSource = () => ({ connect: () => undefined });
      close() {
        closings += 1;
        return closings === 1 ? Promise.resolve() : Promise.reject(new Error('Cannot close a closed AudioContext.'));
      }
    },
  );
  vi.stubGlobal(
    'MediaRecorder',
    class extends EventTarget {
      static isTypeSupported = () => true;
      state = 'inactive';
      mimeType = 'audio/mp4';
      start() {
        this.state = 'recording';
      }
      stop() {
        this.state = 'inactive';
        this.dispatchEvent(new Event('stop'));
      }
    },
  );
  return { closings: () => closings, stopped };
}

it('a recording that was sent ends once, also when its bar goes away afterwards', async () => {
  const { closings, stopped } = giveMicrophone();
  const recording = await startRecording();
  const file = await recording.finish();
  recording.cancel();
  expect([file.type, closings(), stopped.mock.calls.length]).toEqual(['audio/mp4', 1, 1]);
});

it("a microphone that this browser can't record is closed again", async () => {
  const { stopped } = giveMicrophone();
  vi.stubGlobal('AudioContext', undefined);
  await expect(startRecording()).rejects.toThrow();
  expect(stopped).toHaveBeenCalledOnce();
});
