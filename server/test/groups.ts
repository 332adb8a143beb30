import type { Answer, Person, World } from './harness.ts';

type Listed = Answer['body'];

/** Common steps for testing groups. @param world the calling file's */
export function groupsIn(world: () => World) {
  let made = 0;
  const steps = {
    /** New people, by name. */
    async people(...names: string[]): Promise<Person[]> {
      made += 1;
      const all: Person[] = [];
      for (const name of names) all.push(await world().person(`${name}_${made}`, { name }));
      return all;
    },
    make: async (owner: Person, others: readonly Person[], name?: string): Promise<Answer> =>
      await owner.post('/v1/conversations', {
        usernames: others.map(({ user }) => user.username),
        ...(name !== undefined && { name }),
      }),
    /** Ana's group with Bob and Cyd. */
    async three(name?: string): Promise<{ ana: Person; bob: Person; cyd: Person; id: string }> {
      const [ana, bob, cyd] = (await steps.people('Ana', 'Bob', 'Cyd')) as [Person, Person, Person];
      return { ana, bob, cyd, id: (await steps.make(ana, [bob, cyd], name)).body.newConversation._id };
    },
    add: (actor: Person, id: string, person: Person) =>
      actor.put(`/v1/conversations/${id}/members/${person.user.username}`),
    remove: (actor: Person, id: string, person: Person) =>
      actor.delete(`/v1/conversations/${id}/members/${person.user.username}`),
    write: (person: Person, id: string, content: string, more: object = {}) =>
      person.post('/v1/chats', { conversation: id, content, ...more }),
    list: async (person: Person, query = '?groups=true'): Promise<Listed[]> =>
      (await person.get(`/v1/conversations${query}`)).body.conversations,
    one: async (person: Person, id: string): Promise<Listed> =>
      (await person.get(`/v1/conversations/${id}`)).body.conversation,
    /** A timeline as a reader sees it: texts, and in brackets what the group says. */
    async timeline(person: Person, id: string): Promise<string[]> {
      const { messages } = (await person.get(`/v1/chats/${id}?mark=false`)).body;
      return messages.map(lineOf);
    },
    /** The group as sockets that know groups get it. */
    live: (person: Person) => person.socket({ groups: true }),
  };
  return steps;
}

export const lineOf = ({ message, system }: Listed): string => {
  if (!system) return message;
  const { kind, actor, user, name } = system;
  return `[${[actor.name, kind, user?.name, name].filter((part) => part !== undefined).join(' ')}]`;
};
