import { messages } from '@hubbub/contract/platform/messages.ts';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '#ui/icon-button/IconButton.tsx';
import { copyToClipboard, couldNotCopy } from '#ui/toast/copy-text.ts';
import { toast } from '#ui/toast/toasts.ts';

/** Milliseconds for which the check mark shows. */
const feedbackDuration = 2000;

/** Copies a text and confirms it with a check mark and in words. */
export function CopyButton({ text, label, size = 'md' }: { text: string; label: string; size?: 'sm' | 'md' }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), feedbackDuration);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await copyToClipboard(text);
      setCopied(true);
    } catch {
      toast.error(couldNotCopy);
    }
  };
  return (
    <>
      <IconButton label={label} size={size} onClick={() => void copy()}>
        {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      </IconButton>
      <span role="status" className="sr-only">
        {copied ? messages.copied : ''}
      </span>
    </>
  );
}
