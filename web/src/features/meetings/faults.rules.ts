/** A step that failed on the way into a meeting: which one, and what to do. */
export interface Fault {
  step: 'microphone' | 'camera' | 'screen' | 'connection' | 'panel';
  title: string;
  advice: string;
  /** There is nothing to try again: it was made good, or is out of this page's hands. */
  isSettled?: true;
}

const names = { microphone: 'microphone', camera: 'camera' };

/**
 * Why a microphone or a camera cannot be used, by the name of the browser's error (W3C Media Capture and Streams, 10.6), in words that
 * say what to do.
 */
export function deviceFault(step: 'microphone' | 'camera', errorName: string): Fault {
  const name = names[step];
  switch (errorName) {
    case 'NotAllowedError':
    case 'SecurityError':
      return {
        step,
        title: `The ${name} is not allowed`,
        advice: `Allow this page to use the ${name}: press the icon beside the address, and then "Try again".`,
      };
    case 'NotFoundError':
    case 'OverconstrainedError':
      return {
        step,
        title: `No ${name} was found`,
        advice: `Plug one in and press "Try again", or join without it.`,
      };
    case 'NotReadableError':
    case 'AbortError':
      return {
        step,
        title: `The ${name} is in use elsewhere`,
        advice: `Close the other program or tab that uses it, and press "Try again".`,
      };
    case 'InsecureContext':
      return {
        step,
        title: `The ${name} needs a secure address`,
        advice: 'Browsers allow it on https:// and on localhost only. Whoever runs this Hubbub can set it up.',
      };
    default:
      return {
        step,
        title: `The ${name} could not be started`,
        advice: `Press "Try again". If it happens again, choose another ${name} or restart the browser.`,
      };
  }
}

/** A device that was used went, and another one took its place. */
export function replacedFault(step: 'microphone' | 'camera', label: string): Fault {
  return {
    step,
    title: `The ${names[step]} was disconnected`,
    advice: `${label} is used now. Another one can be chosen in "Devices".`,
    isSettled: true,
  };
}

/** The screen is not shared. A person who changed their mind is told nothing. */
export function screenFault(errorName: string): Fault | null {
  if (errorName === 'NotAllowedError' || errorName === 'AbortError') return null;
  return {
    step: 'screen',
    title: 'The screen could not be shared',
    advice: 'Allow the browser to record the screen in the settings of the system, and try again.',
  };
}

/** No way was found between two browsers. */
export function routeFault(name: string, hasRelay: boolean): Fault {
  return {
    step: 'connection',
    title: `No way to ${name} was found`,
    advice: hasRelay
      ? 'A firewall may be in between. Try another network; this page goes on trying.'
      : 'Your networks let no direct connection through. Try another network, or ask whoever runs this Hubbub to set up a relay (TURN_URL).',
  };
}

/** A part of the page that comes when it is asked for did not come. */
export const panelFault: Fault = {
  step: 'panel',
  title: 'This part could not be loaded',
  advice: 'Check your connection, and press the button once more. The meeting goes on.',
};
