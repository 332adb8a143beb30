import Picker, { EmojiStyle, SuggestionMode, Theme } from 'emoji-picker-react';
import type { CSSProperties } from 'react';
import { quickReactions } from '#ui/emoji-picker/quick-reactions.ts';

/** The picker's own CSS variables, so that it has no edges of its own inside the panel. */
const pickerStyle = {
  border: 'none',
  '--epr-font-family': 'inherit',
  '--epr-bg-color': 'transparent',
  '--epr-category-label-bg-color': '#222',
  '--epr-search-input-bg-color': '#333',
  '--epr-search-input-bg-color-active': '#333',
  '--epr-search-border-color': 'transparent',
  '--epr-highlight-color': '#ff9744',
  '--epr-search-input-height': '36px',
  '--epr-header-padding': '8px 10px',
} as CSSProperties;

/**
 * The library gives lists, their items and buttons the roles of a grid, which ARIA in HTML doesn't allow there. Without them they're
 * exposed as what they are: lists of buttons. Emojis are added during scrolling. A React ref callback: returns its cleanup function.
 */
function keepNativeRoles(panel: HTMLElement | null): (() => void) | undefined {
  if (panel === null) return undefined;
  const fixRoles = () => {
    for (const element of panel.querySelectorAll('[role=grid], [role=rowgroup], [role=row], [role=gridcell]')) {
      element.removeAttribute('role');
      element.removeAttribute('aria-selected');
    }
  };
  fixRoles();
  const observer = new MutationObserver(fixRoles);
  observer.observe(panel, { childList: true, subtree: true });
  return () => observer.disconnect();
}

interface EmojiPanelProps {
  onPick: (emoji: string) => void;
}

/**
 * The panel itself, loaded the first time it's opened. 300 × 350, dark; skin tones on a 500 ms long press, the last 14
 * emojis remembered by the browser (both built into the library). Uses native glyphs, so that nothing is fetched from other sites.
 */
export default function EmojiPanel({ onPick }: EmojiPanelProps) {
  return (
    <div ref={keepNativeRoles} className="w-[300px]">
      <fieldset aria-label="Quick reactions" className="flex justify-between px-1.5 pt-1.5">
        {quickReactions.map(({ name, emoji }) => (
          <button
            key={name}
            type="button"
            aria-label={name}
            title={name}
            onClick={() => onPick(emoji)}
            className="inline-flex size-10 items-center justify-center rounded-sm text-xl transition-colors hover:bg-white/10"
          >
            {emoji}
          </button>
        ))}
      </fieldset>
      <Picker
        width={300}
        height={350}
        theme={Theme.DARK}
        emojiStyle={EmojiStyle.NATIVE}
        suggestedEmojisMode={SuggestionMode.RECENT}
        previewConfig={{ showPreview: false }}
        lazyLoadEmojis
        onEmojiClick={({ emoji }) => onPick(emoji)}
        style={pickerStyle}
      />
    </div>
  );
}
