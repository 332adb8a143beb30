// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { avatarUrls, mediaUrl } from '#platform/media.ts';

it("puts the media base in front of a path, and of nothing that's a whole address already", () => {
  expect(mediaUrl('/a.jpg')).toBe('/media/a.jpg');
  expect(mediaUrl('https://media.example.org/bugbee/a.jpg')).toBe('https://media.example.org/bugbee/a.jpg');
  expect(avatarUrls('https://media.example.org/a.jpg').fallback).toBe('https://media.example.org/a.jpg');
});
