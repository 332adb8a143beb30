/** A step that failed while joining a meeting: which one, and what to do about it. */
export interface Fault {
  step: 'microphone' | 'camera' | 'screen' | 'connection' | 'panel';
  title: string;
  advice: string;
  /** There's nothing to retry: it's fixed, or beyond this page's control. */
  isSettled?: true;
}

const names = { microphone: 'microphone', camera: 'camera' };

/**
 * Why a microphone or camera can't be used, by the browser's error name (W3C Media Capture and Streams, 10.6), worded so that it says
 * what to do.
 */
export function deviceFault(step: 'microphone' | 'camera', errorName: string): Fault {
  const name = names[step];
  switch (errorName) {
    case 'NotAllowedError':
    case 'SecurityError':
      return {
        step,
        title: `The ${name} is blocked`,
        advice: `Allow this page to use the ${name}: click the icon next to the address, then press "Try again".`,
      };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return {
        step,
        title: `No ${name} found`,
        advice: `Plug one in and press "Try again", or join without it.`,
      };
    case 'NotReadableError':
    case 'AbortError':
      return {
        step,
        title: `The ${name} is in use elsewhere`,
        advice: `Close the other app or tab that's using it, then press "Try again".`,
      };
    case 'InsecureContext':
      return {
        step,
        title: `The ${name} needs a secure connection`,
        advice: 'Browsers only allow it on https:// and localhost. Ask whoever runs this Hubbub to set up https.',
      };
    default:
      return {
        step,
        title: `Couldn't start the ${name}`,
        advice: `Press "Try again". If it happens again, choose another ${name} or restart the browser.`,
      };
  }
}

/** A device in use was disconnected and replaced by another. */
export function replacedFault(step: 'microphone' | 'camera', label: string): Fault {
  return {
    step,
    title: `The ${names[step]} was disconnected`,
    advice: `Switched to ${label}. You can choose another one under "Devices".`,
    isSettled: true,
  };
}

/** Screen sharing failed. Nothing is reported to a person who changed their mind. */
export function screenFault(errorName: string): Fault | null {
  if (errorName === 'NotAllowedError' || errorName === 'AbortError') return null;
  return {
    step: 'screen',
    title: "Couldn't share your screen",
    advice: "Allow your browser to record the screen in your system's settings, then try again.",
  };
}

/** The two browsers couldn't find a route to each other. */
export function routeFault(name: string, hasRelay: boolean): Fault {
  return {
    step: 'connection',
    title: `Couldn't connect to ${name}`,
    advice: hasRelay
      ? "A firewall may be in the way. Try another network. We'll keep trying."
      : "Your networks don't allow a direct connection. Try another network, or ask whoever runs this Hubbub to set up a relay (TURN_URL).",
  };
}

/** Part of the page that loads on demand failed to load. */
export const panelFault: Fault = {
  step: 'panel',
  title: "This part couldn't be loaded",
  advice: 'Check your connection and press the button again. The meeting continues.',
};
