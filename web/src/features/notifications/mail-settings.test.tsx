// @vitest-environment happy-dom
import * as endpoints from '@hubbub/contract/features/notifications/notifications.endpoints.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { MailSettings } from '#features/notifications/MailSettings.tsx';
import { draw, signIn, tidy } from '#test/draw.tsx';
import { makeNotificationSettings } from '#test/factories.ts';
import { fakeApi } from '#test/fake-api.ts';

afterEach(tidy);

it('no summary comes until the person chooses one, which is saved right away', async () => {
  const api = fakeApi();
  signIn();
  api.answer(endpoints.readNotificationSettings, { settings: makeNotificationSettings() });
  api.answer(endpoints.updateNotificationSettings, { settings: makeNotificationSettings({ mail: 'weekly' }) });
  draw(<MailSettings />);
  const never = await screen.findByRole('radio', { name: 'Never' });
  expect(never.getAttribute('aria-checked')).toBe('true');
  fireEvent.click(screen.getByRole('radio', { name: 'Once a week' }));
  await screen.findByText('Saved');
  expect(api.asked(endpoints.updateNotificationSettings).map(({ body }) => body)).toEqual([{ mail: 'weekly' }]);
});
