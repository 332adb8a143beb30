import {
  MessageSquareText,
  Mic,
  MicOff,
  MonitorUp,
  MonitorX,
  PhoneOff,
  Settings2,
  Users,
  Video,
  VideoOff,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import type { PanelName } from '#features/meetings/CallPanel.tsx';
import { GesturesButton } from '#features/meetings/GesturesButton.tsx';
import type { LocalMedia } from '#features/meetings/local-media.ts';
import type { Meeting } from '#features/meetings/meeting.ts';
import { RoundToggle } from '#features/meetings/RoundToggle.tsx';
import { useStore } from '#platform/store.ts';
import { Tooltip } from '#ui/tooltip/Tooltip.tsx';

interface ControlsProps {
  meeting: Meeting;
  media: LocalMedia;
  panel: PanelName | undefined;
  hasUnread: boolean;
  onPanel: (which: PanelName) => void;
  onShare: () => void;
  onLeave: () => void;
  picture: ComponentProps<typeof GesturesButton>['picture'];
}

/** The buttons below the pictures. */
export function Controls({ meeting, media, panel, hasUnread, onPanel, onShare, onLeave, picture }: ControlsProps) {
  const { audioOn, videoOn, screen } = useStore(media);
  const { hand } = useStore(meeting);
  return (
    <fieldset aria-label="Meeting controls" className="flex min-w-0 items-center justify-center gap-1 sm:gap-2">
      <RoundToggle
        on={audioOn}
        label={audioOn ? 'Turn off microphone' : 'Turn on microphone'}
        icon={audioOn ? Mic : MicOff}
        onClick={() => void media.setAudio(!audioOn)}
      />
      <RoundToggle
        on={videoOn}
        label={videoOn ? 'Turn off camera' : 'Turn on camera'}
        icon={videoOn ? Video : VideoOff}
        onClick={() => void media.setVideo(!videoOn)}
      />
      {'getDisplayMedia' in (navigator.mediaDevices ?? {}) && (
        <RoundToggle
          on
          active={screen !== undefined}
          label={screen === undefined ? 'Share screen' : 'Stop sharing'}
          icon={screen === undefined ? MonitorUp : MonitorX}
          onClick={onShare}
        />
      )}
      <RoundToggle
        on
        active={panel === 'people'}
        label={panel === 'people' ? 'Close people' : 'People'}
        icon={Users}
        onClick={() => onPanel('people')}
      />
      <RoundToggle
        on
        active={panel === 'chat'}
        marked={hasUnread}
        label={hasUnread ? 'Chat, new messages' : 'Chat'}
        icon={MessageSquareText}
        onClick={() => onPanel('chat')}
      />
      <RoundToggle
        on
        active={panel === 'devices'}
        label={panel === 'devices' ? 'Close devices' : 'Devices'}
        icon={Settings2}
        isWide
        onClick={() => onPanel('devices')}
      />
      <GesturesButton meeting={meeting} hand={hand} picture={picture} onDevices={() => onPanel('devices')} />
      <Tooltip text="Leave" side="top">
        <button
          type="button"
          aria-label="Leave"
          onClick={onLeave}
          className="inline-flex h-12 w-14 shrink-0 items-center justify-center rounded-full bg-danger text-danger-ink transition-colors hover:bg-danger-hover sm:w-16"
        >
          <PhoneOff size={22} aria-hidden="true" />
        </button>
      </Tooltip>
    </fieldset>
  );
}
