import type { Answer, Caller, Person, World } from './harness.ts';

/** A conversation as the list returns it. */
type Listed = Answer['body'];

/** Common steps for testing conversations. */
export interface Talk {
  /** Two people who have never met. */
  strangers(): Promise<[Person, Person]>;
  /** Two people and the id of a conversation that the first has opened with the second. */
  acquainted(): Promise<[Person, Person, string]>;
  /** @returns the conversation's id */
  open(person: Caller, other: Person): Promise<string>;
  write(person: Caller, conversation: string, content: string, more?: object): Promise<Answer>;
  list(person: Caller): Promise<Listed[]>;
  /** The texts of a page of messages. */
  texts(person: Caller, conversation: string, query?: string): Promise<string[]>;
  /** Undefined: it isn't in the list. */
  unread(person: Caller, conversation: string): Promise<number | undefined>;
}

/** @param world the calling file's, which exists by the time one of these is called */
export function talkIn(world: () => World): Talk {
  let pairs = 0;
  const talk: Talk = {
    async strangers() {
      pairs += 1;
      return [await world().person(`ada_${pairs}`, { name: 'Ada' }), await world().person(`bob_${pairs}`)];
    },
    async acquainted() {
      const [ada, bob] = await talk.strangers();
      return [ada, bob, await talk.open(ada, bob)];
    },
    open: async (person, other) =>
      (await person.post('/v1/conversations', { username: other.user.username })).body.newConversation._id,
    write: async (person, conversation, content, more = {}) =>
      await person.post('/v1/chats', { conversation, content, ...more }),
    list: async (person) => (await person.get('/v1/conversations')).body.conversations,
    texts: async (person, conversation, query = '') =>
      (await person.get(`/v1/chats/${conversation}${query}`)).body.messages.map((each: Listed) => each.message),
    unread: async (person, conversation) => (await talk.list(person)).find((each) => each._id === conversation)?.unread,
  };
  return talk;
}
