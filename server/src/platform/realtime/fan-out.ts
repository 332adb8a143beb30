import type { Position, Quotes, SendNotice } from '#platform/cluster/bus.ts';
import { jsonOf } from '#platform/database/json.ts';
import type { Delivery } from './delivery.ts';
import type { Hiding } from './hiding.ts';
import { type Membership, personOf, roomOfDirect, roomOfPerson } from './membership.ts';
import type { Order } from './order.ts';

/** The options of an event. */
export interface AboutMore {
  quotes?: Quotes | undefined;
  except?: readonly string[] | undefined;
}

/** The same options, as notices have them. */
export function aboutOf(order?: Position, by?: string, { quotes, except }: AboutMore = {}): SendNotice[4] {
  const about = { ...(order && { order }), ...(by && { by }), ...(quotes && { quotes }), ...(except && { except }) };
  return Object.keys(about).length > 0 ? about : undefined;
}

/** This process's rooms that get a notice. */
export function receiversOf([, rooms, , , { direct } = {}]: SendNotice): readonly string[] {
  return direct === undefined ? rooms : [...rooms.map((room) => roomOfDirect(personOf(room))), direct];
}

/** The payload for those who hide its author; it's a JSON object. */
const hiddenPayload = (json: string): string => JSON.stringify({ ...JSON.parse(json), hidden: true });

/** Sends events to this process's sockets and to the other processes. */
export interface FanOut {
  send(rooms: readonly string[], event: string, payload: unknown, more?: SendNotice[4]): void;
  /** Sends a notice of this or another process to the sockets here, when it's its turn. */
  deliver(notice: SendNotice): void;
  /** Sends to the sockets here right away. */
  sendLocally(notice: SendNotice): void;
  /** Whether anyone here needs it. */
  isWanted(notice: SendNotice): boolean;
  /** Whether passing events in rooms aren't sent to a person. */
  setQuiet(userId: string, isQuiet: boolean): void;
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

  const quiet = new Set<string>();
  /** Forgets people who have left: if they return, it's set again. */
  const quietRooms = () => {
    for (const userId of quiet) if (!membership.isAnyIn([roomOfPerson(userId)])) quiet.delete(userId);
    return [...quiet].map(roomOfPerson);
  };

  const isWanted = (notice: SendNotice) => membership.isAnyIn(receiversOf(notice));

  const sendLocally = (notice: SendNotice) => {
    const receivers = receiversOf(notice);
    if (!membership.isAnyIn(receivers)) return;
    const [, , event, json, { by, isPassing, quotes, except = [] } = {}] = notice;
    const hiders = hiding.hidersOf(by).map(roomOfPerson);
    if (isPassing && by !== undefined)
      return delivery.send(receivers, event, json, {
        except: [...hiders, roomOfPerson(by), ...quietRooms()],
      });
    const quoteHiders = [...new Set([...hiding.hidersOf(quotes?.by), ...(quotes?.lacking ?? [])])].map(roomOfPerson);
    const excepted = except.map(roomOfPerson);
    const others = [...hiders, ...quoteHiders, ...excepted];
    if (others.length === 0) return delivery.send(receivers, event, json);
    delivery.send(receivers, event, json, { except: others });
    const isIn = (rooms: readonly string[]) => (room: string) => rooms.includes(room);
    const sendTo = (rooms: readonly string[], text: string) => {
      const only = rooms.filter((room) => !isIn(excepted)(room));
      if (only.length > 0) delivery.send(receivers, event, text, { only });
    };
    sendTo(
      hiders.filter((room) => !isIn(quoteHiders)(room)),
      hiddenPayload(json),
    );
    if (!quotes) return;
    sendTo(
      quoteHiders.filter((room) => !isIn(hiders)(room)),
      quotes.json,
    );
    sendTo(hiders.filter(isIn(quoteHiders)), hiddenPayload(quotes.json));
  };

  const deliver = (notice: SendNotice) => {
    const position = notice[4]?.order;
    const order = parts.order();
    if (order && position) order.accept(notice, position);
    else sendLocally(notice);
  };

  return {
    send(rooms, event, payload, more) {
      if (!publish && !membership.isAnyIn(rooms)) return;
      const json = jsonOf(payload);
      const notice: SendNotice = more ? ['send', rooms, event, json, more] : ['send', rooms, event, json];
      deliver(notice);
      publish?.(notice);
    },
    deliver,
    sendLocally,
    isWanted,
    setQuiet: (userId, isQuiet) => void (isQuiet ? quiet.add(userId) : quiet.delete(userId)),
  };
}
