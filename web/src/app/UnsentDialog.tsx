import { useState } from 'react';
import { contentOf, drop, filesOf, type QueuedWrite, sendAgain, useOutbox } from '#platform/outbox.ts';
import { Button } from '#ui/button/Button.tsx';
import { Dialog } from '#ui/dialog/Dialog.tsx';
import { TextArea } from '#ui/field/TextArea.tsx';

function Unsent({ write }: { write: QueuedWrite }) {
  const content = contentOf(write);
  const files = filesOf(write).length;
  const [text, setText] = useState(content);
  const isRefused = write.refusal !== undefined;
  return (
    <li className="flex flex-col gap-3 border-line border-b py-4 last:border-b-0">
      <p className="font-semibold">
        {write.what}
        {files > 0 && <span className="font-normal text-muted"> · {files === 1 ? '1 file' : `${files} files`}</span>}
      </p>
      {isRefused && text !== undefined ? (
        <TextArea
          label="Text"
          rows={3}
          value={text}
          error={write.refusal}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      ) : (
        <>
          {content !== undefined && <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{content}</p>}
          <p className={isRefused ? 'text-danger-text text-sm' : 'text-muted text-sm'}>
            {write.refusal ?? 'Waiting for the connection'}
          </p>
        </>
      )}
      <div className="flex gap-2">
        {isRefused && (
          <Button size="sm" onClick={() => void sendAgain(write, text)}>
            Send again
          </Button>
        )}
        <Button size="sm" tone="secondary" onClick={() => void drop(write)}>
          Delete
        </Button>
      </div>
    </li>
  );
}

/** What hasn't been sent: why, to change it or to drop it. */
export default function UnsentDialog({ onClose }: { onClose: () => void }) {
  const writes = useOutbox();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Not sent yet"
      description="This is sent as soon as you're back online, even if you close Hubbub in the meantime."
    >
      {writes.length === 0 ? (
        <p className="py-4 text-muted">Everything has been sent.</p>
      ) : (
        <ul>
          {writes.map((write) => (
            <Unsent key={`${write.id} ${write.refusal}`} write={write} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
