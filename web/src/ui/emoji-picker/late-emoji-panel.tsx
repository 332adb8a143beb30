import { Button } from '#ui/button/Button.tsx';
import { late } from '#ui/late/late.tsx';
import { Spinner } from '#ui/spinner/Spinner.tsx';

const place = 'flex h-[398px] w-[300px] items-center justify-center text-white';

/** All emoji, on a dark ground; loaded the first time they're shown. */
export const LateEmojiPanel = late(async () => (await import('#ui/emoji-picker/EmojiPanel.tsx')).default, {
  name: 'Emoji',
  waiting: () => (
    <div className={place}>
      <Spinner label="Loading emoji" />
    </div>
  ),
  // The panel is dark in every theme.
  failed: ({ title, text, retry, pending }) => (
    <div role="alert" className={`${place} flex-col gap-4 px-6 text-center`}>
      <p>
        {title}. {text}
      </p>
      <Button tone="primary" size="sm" onClick={retry} pending={pending}>
        Try again
      </Button>
    </div>
  ),
});
