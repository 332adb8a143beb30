import type { SendNotice } from '#platform/cluster/bus.ts';
import type { Delivery } from './delivery.ts';
import type { Hiding } from './hiding.ts';
import { type Membership, personOf, roomOfDirect, roomOfPerson } from './membership.ts';
import type { Order } from './order.ts';

/** A payload that's already JSON, from the statement that built it. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** This process's rooms that get a notice. */
export function receiversOf([, rooms, , , { direct } = {}]: SendNotice): readonly string[] {
  return direct === undefined ? rooms : [...rooms.map((room) => roomOfDirect(personOf(room))), direct];
}

/** The payload for those who hide its author; it's a JSON object. */
const hiddenPayload = (json: string): string => `${json.slice(0, -1)},"hidden":true}`;

/** Sends events to this process's sockets and to the other processes. */
export interface FanOut {
  send(rooms: readonly string[], event: string, payload: unknown, more?: SendNotice[4]): void;
  /** Sends a notice of this or another process to the sockets here, when it's its turn. */
  deliver(notice: SendNotice): void;
  /** Sends to the sockets here right away. */
  sendLocally(notice: SendNotice): void;
  /** Whether anyone here needs it. */
  isWanted(notice: SendNotice): boolean;
}

/**
 * @param parts.publish sends to the other processes; undefined: there are none
 * @param parts.order puts stored messages in order; undefined: they're sent as they come
 */
export function createFanOut(parts: {
  membership: Pick<Membership, 'isAnyIn'>;
  delivery: Delivery;
  hiding: Pick<Hiding, 'hidersOf'>;
  publish: ((notice: SendNotice) => void) | undefined;
  order(): Order | undefined;
}): FanOut {
  const { membership, delivery, hiding, publish } = parts;

  const isWanted = (notice: SendNotice) => membership.isAnyIn(receiversOf(notice));

  const sendLocally = (notice: SendNotice) => {
    const receivers = receiversOf(notice);
    if (!membership.isAnyIn(receivers)) return;
    const [, , event, json, { by } = {}] = notice;
    const hiders = hiding.hidersOf(by).map(roomOfPerson);
    if (hiders.length === 0) return delivery.send(receivers, event, json);
    delivery.send(receivers, event, json, { except: hiders });
    delivery.send(receivers, event, hiddenPayload(json), { only: hiders });
  };

  const deliver = (notice: SendNotice) => {
    const place = notice[4]?.order;
    const order = parts.order();
    if (order && place) order.accept(notice, place);
    else sendLocally(notice);
  };

  return {
    send(rooms, event, payload, more) {
      if (!publish && !membership.isAnyIn(rooms)) return;
      const json = payload instanceof JsonText ? payload.text : JSON.stringify(payload);
      const notice: SendNotice = more ? ['send', rooms, event, json, more] : ['send', rooms, event, json];
      deliver(notice);
      publish?.(notice);
    },
    deliver,
    sendLocally,
    isWanted,
  };
}
