import { memo, useState } from 'react';
import { HiddenMessage, useHidden } from '#features/rooms/HiddenMessage.tsx';
import { isSameMessage, MessageBubble, type MessageProps } from '#features/rooms/MessageBubble.tsx';

/** A message in a group, with its sender's name and picture; collapsed if the reader has blocked them. */
export const GroupBubble = memo(function GroupBubble(props: MessageProps) {
  const [isShown, setShown] = useState(false);
  const hidden = useHidden(props.row.stored);
  if (hidden && !isShown) {
    return (
      <div className="mx-auto max-w-[56rem]">
        <HiddenMessage onShow={() => setShown(true)} />
      </div>
    );
  }
  return <MessageBubble {...props} named />;
}, isSameMessage);
