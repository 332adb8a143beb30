import type { SendNotice } from '#platform/cluster/bus.ts';
import type { Delivery } from './delivery.ts';
import { type Membership, personOf, roomOfDirect } from './membership.ts';
import type { Order } from './order.ts';

/** A payload that's already JSON, from the statement that built it. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The rooms of this process that a notice is for. */
export function receiversOf([, rooms, , , { direct } = {}]: SendNotice): readonly string[] {
  return direct === undefined ? rooms : [...rooms.map((room) => roomOfDirect(personOf(room))), direct];
}

/** Sends events here and to the other processes. */
export interface FanOut {
  send(rooms: readonly string[], event: string, payload: unknown, more?: SendNotice[4]): void;
  /** Sends here what this process or another one has to say, when it's its turn. */
  deliver(notice: SendNotice): void;
  /** Sends here at once. */
  sendHere(notice: SendNotice): void;
  /** Whether anybody here is to have it. */
  isWanted(notice: SendNotice): boolean;
}

/**
 * @param parts.publish tells the other processes; undefined: there are none
 * @param parts.order puts what is stored in its order; undefined: it's sent as it comes
 */
export function createFanOut(parts: {
  membership: Pick<Membership, 'isAnyIn'>;
  delivery: Delivery;
  publish: ((notice: SendNotice) => void) | undefined;
  order(): Order | undefined;
}): FanOut {
  const { membership, delivery, publish } = parts;

  const isWanted = (notice: SendNotice) => membership.isAnyIn(receiversOf(notice));

  const sendHere = (notice: SendNotice) => {
    const receivers = receiversOf(notice);
    if (membership.isAnyIn(receivers)) delivery.send(receivers, notice[2], notice[3]);
  };

  const deliver = (notice: SendNotice) => {
    const place = notice[4]?.order;
    const order = parts.order();
    if (order && place) order.accept(notice, place);
    else sendHere(notice);
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
    sendHere,
    isWanted,
  };
}
