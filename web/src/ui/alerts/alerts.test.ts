import { describe, expect, it } from 'vitest';
import {
  type AlertAnswer,
  answerAlert,
  choose,
  confirm,
  currentAlert,
  showAlert,
  showAlerts,
} from '#ui/alerts/alerts.ts';

function close(answer: AlertAnswer = 'confirmed'): string | undefined {
  const item = currentAlert();
  if (item !== undefined) answerAlert(item, answer);
  return item?.text;
}

describe('alerts', () => {
  it('are shown one at a time, in order', async () => {
    const all = showAlerts(['first', 'second']);
    const third = showAlert('third');
    expect([close(), close(), close(), currentAlert()]).toEqual(['first', 'second', 'third', undefined]);
    await expect(Promise.all([all, third])).resolves.toBeDefined();
  });

  it('give each question its own answer', async () => {
    const yes = confirm('Are you sure?', { danger: true });
    const no = confirm('Really?');
    expect(currentAlert()).toMatchObject({
      text: 'Are you sure?',
      confirmLabel: 'Yes',
      cancelLabel: 'No',
      danger: true,
    });
    close('confirmed');
    close('declined');
    await expect(Promise.all([yes, no])).resolves.toEqual([true, false]);
  });
  it('offers a third answer beside OK and Cancel', async () => {
    const answer = choose('Discard it?', { otherLabel: 'Keep it for later' });
    expect(currentAlert()).toMatchObject({ otherLabel: 'Keep it for later' });
    close('other');
    await expect(answer).resolves.toBe('other');
  });
});
