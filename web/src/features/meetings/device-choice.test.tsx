// @vitest-environment happy-dom
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DeviceChoice } from '#features/meetings/DeviceChoice.tsx';
import { createLocalMedia, type LocalMedia } from '#features/meetings/local-media.ts';
import { TrackAudio } from '#features/meetings/TrackVideo.tsx';
import { clearSession } from '#platform/session.ts';
import { useStore } from '#platform/store.ts';
import { tidy } from '#test/draw.tsx';

const device = (kind: MediaDeviceKind, id: string) => ({ kind, deviceId: id, label: id }) as MediaDeviceInfo;
const inputs = [device('audioinput', 'built-in'), device('videoinput', 'front'), device('videoinput', 'back')];
let devices: MediaDeviceInfo[];
let onChange: () => unknown;
const opened: string[] = [];
const setSinkId = vi.fn(async function (this: HTMLMediaElement, value: string) {
  Object.defineProperty(this, 'sinkId', { value, configurable: true });
});

async function getUserMedia({ audio, video }: MediaStreamConstraints) {
  const given = ((audio ?? video) as MediaTrackConstraints).deviceId as { exact: string } | undefined;
  const deviceId = given?.exact ?? (audio ? 'built-in' : 'front');
  if (!devices.some((one) => one.deviceId === deviceId)) throw new DOMException('', 'OverconstrainedError');
  opened.push(deviceId);
  const track = { stop: vi.fn(), enabled: true, addEventListener: vi.fn(), getSettings: () => ({ deviceId }) };
  return { getTracks: () => [track] };
}

let media: LocalMedia;
beforeEach(() => {
  opened.length = 0;
  devices = [...inputs, device('audiooutput', 'loudspeaker'), device('audiooutput', 'headset')];
  vi.stubGlobal('isSecureContext', true);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
  Object.defineProperty(HTMLMediaElement.prototype, 'setSinkId', { value: setSinkId, configurable: true });
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      getUserMedia,
      enumerateDevices: async () => devices,
      addEventListener: (_: string, listener: () => unknown) => {
        onChange = listener;
      },
      removeEventListener: vi.fn(),
    },
  });
  media = createLocalMedia();
});
afterEach(() => {
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId');
  Reflect.deleteProperty(navigator, 'mediaDevices');
  localStorage.clear();
  tidy();
});

const start = () => act(() => media.start({ audio: false, video: false }));
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const choose = (name: string, value: string) => fireEvent.change(select(name), { target: { value } });

it('a camera that is chosen while it is off stays chosen, and is the one that is turned on', async () => {
  render(<DeviceChoice media={media} stacked />);
  await start();
  expect(select('Camera').value).toBe('front');
  choose('Camera', 'back');
  await waitFor(() => expect(select('Camera').value).toBe('back'));
  expect(opened).toEqual([]);
  await act(() => media.setVideo(true));
  expect(opened).toEqual(['back']);
  screen.getByText('Your microphone is off.');
});

function Others() {
  const { speaker } = useStore(media).chosen;
  return <TrackAudio stream={{} as MediaStream} isMuted={false} speaker={speaker} />;
}

it("the others are heard from the chosen speaker until it's unplugged", async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'srcObject', 'set').mockReturnValue(undefined);
  render(
    <>
      <DeviceChoice media={media} />
      <Others />
    </>,
  );
  await start();
  choose('Speaker', 'headset');
  await waitFor(() => expect(setSinkId).toHaveBeenLastCalledWith('headset'));
  expect(select('Speaker').value).toBe('headset');
  devices = devices.filter(({ deviceId }) => deviceId !== 'headset');
  await act(async () => void (await onChange()));
  expect(setSinkId).toHaveBeenLastCalledWith('');
  expect(select('Speaker').value).toBe('loudspeaker');
});

it('where a browser leaves the speaker to the system, none is offered', async () => {
  Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId');
  render(<DeviceChoice media={media} />);
  await start();
  expect(screen.queryByRole('combobox', { name: 'Speaker' })).toBeNull();
});

const headphones = [device('audioinput', 'headphones'), device('audiooutput', 'headphones-out')];

/** Chooses the second camera and the headphones in one call, and ends it. */
async function callWithChoices() {
  devices = [...devices, ...headphones];
  await media.start({ audio: true, video: true });
  await media.choose('camera', 'back');
  await media.choose('microphone', 'headphones');
  await media.choose('speaker', 'headphones-out');
  media.stop();
  opened.length = 0;
}

it('the next call in this browser begins with the devices that were chosen in the last one', async () => {
  await callWithChoices();
  media = createLocalMedia();
  render(<DeviceChoice media={media} />);
  await act(() => media.start({ audio: true, video: true }));
  expect(opened).toEqual(['headphones', 'back']);
  expect(['Microphone', 'Camera', 'Speaker'].map((name) => select(name).value)).toEqual([
    'headphones',
    'back',
    'headphones-out',
  ]);
});

it("a call uses the browser's own choice while a chosen device is gone, and the next one the chosen device once it's back", async () => {
  await callWithChoices();
  devices = devices.filter((one) => !headphones.includes(one));
  media = createLocalMedia();
  await media.start({ audio: true, video: true });
  expect(opened).toEqual(['built-in', 'back']);
  expect(media.state()).toMatchObject({ audioOn: true, faults: {}, chosen: { camera: 'back' } });
  expect(media.state().chosen.speaker).toBeUndefined();
  media.stop();
  devices = [...devices, ...headphones];
  media = createLocalMedia();
  await media.start({ audio: true, video: false });
  expect(opened.at(-1)).toBe('headphones');
  expect(media.state().chosen.speaker).toBe('headphones-out');
});

it('the devices that somebody chose are forgotten when their session ends', async () => {
  await callWithChoices();
  clearSession();
  media = createLocalMedia();
  await media.start({ audio: true, video: true });
  expect(opened).toEqual(['built-in', 'front']);
  expect(media.state().chosen).toEqual({});
});

it('the devices to choose from appear once the browser is allowed to use one', async () => {
  const named = devices;
  devices = named.map((one) => ({ ...one, label: '' }));
  render(<DeviceChoice media={media} />);
  await start();
  screen.getByText('Microphone: none yet');
  devices = named;
  await act(() => media.setAudio(true));
  expect(select('Microphone').value).toBe('built-in');
  expect(select('Camera').options).toHaveLength(2);
});

it("a camera that's turned on again while the browser opens it is opened once, so that it's off after the call", async () => {
  await Promise.all([media.setVideo(true), media.setVideo(true)]);
  const { camera } = media.state();
  media.stop();
  expect(opened).toEqual(['front']);
  expect(camera?.stop).toHaveBeenCalled();
});

it('what is turned off while the browser opens it stays off', async () => {
  const opening = [media.setVideo(true), media.setAudio(true)];
  await Promise.all([media.setVideo(false), media.setAudio(false)]);
  await Promise.all(opening);
  expect(media.state()).toMatchObject({ videoOn: false, audioOn: false, camera: undefined });
  expect(media.state().microphone?.enabled).toBe(false);
});

it("whoever chooses another microphone while they're muted is never shown as heard", async () => {
  devices = [...devices, ...headphones];
  await media.start({ audio: true, video: false });
  await media.setAudio(false);
  const heard: boolean[] = [];
  media.subscribe(() => heard.push(media.state().audioOn));
  await media.choose('microphone', 'headphones');
  expect(heard).not.toContain(true);
  await media.setAudio(true);
  expect(opened.at(-1)).toBe('headphones');
});
