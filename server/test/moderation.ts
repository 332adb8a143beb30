import { createTextPost } from '#features/posts/posts.factory.ts';
import { type Answer, type Person, testWorld, type World } from './harness.ts';

/** Common steps for testing moderation. */
export interface Moderating {
  give(person: Person, role: 'owner' | 'admin' | 'moderator'): Promise<void>;
  /** Somebody nobody else in the file knows. */
  newPerson(): Promise<Person>;
  newPost(author: Person): Promise<string>;
  report(person: Person, kind: string, id: string, more?: object): Promise<Answer>;
  /** Reports something for the first time. @returns the report's id */
  reportId(person: Person, kind: string, id: string): Promise<string>;
  decide(person: Person, id: string, decision: object): Promise<Answer>;
  /** A report as a moderator's queue has it. */
  inQueue(person: Person, id: string, query?: string): Promise<Answer['body']>;
  decisionsOf(person: Person): Promise<Answer['body']>;
  /** A post that a moderator removed after somebody reported it, and the decision. */
  removedPost(
    author: Person,
    by: { reporter: Person; moderator: Person },
  ): Promise<{ id: string; decision: Answer['body'] }>;
}

export function moderatingIn(world: World): Moderating {
  let people = 0;
  const steps: Moderating = {
    async give({ user_id }, role) {
      await world.sql('update users set site_role = $2 where id = $1', [user_id, role]);
    },
    async newPerson() {
      people += 1;
      return await world.person(`person_${people}`);
    },
    newPost: async ({ user_id: authorId }) => await createTextPost(world.platform, { authorId }),
    report: async (person, kind, id, more = {}) =>
      await person.post('/v1/reports', { kind, id, reason: 'harassment', text: 'Look at this.', ...more }),
    async reportId(person, kind, id) {
      const { status, body } = await steps.report(person, kind, id);
      if (status !== 201 || body.report.state !== 'open') throw new Error(`reporting answered ${status}`);
      return body.report.report_id;
    },
    decide: async (person, id, decision) =>
      await person.post(`/v1/reports/${id}/decision`, { text: 'Not here.', ...decision }),
    async inQueue(person, id, query = '') {
      const { reports } = (await person.get(`/v1/reports?size=100${query}`)).body;
      return reports.find((each: { report_id: string }) => each.report_id === id);
    },
    decisionsOf: async (person) => (await person.get('/v1/decisions')).body.decisions,
    async removedPost(author, { reporter, moderator }) {
      const id = await steps.newPost(author);
      await steps.decide(moderator, await steps.reportId(reporter, 'post', id), { action: 'remove', rule: 1 });
      return { id, decision: (await steps.decisionsOf(author))[0] };
    },
  };
  return steps;
}

/**
 * A site with two rules, three people, two moderators and an admin. Posts are Ada's unless something else is said; Bob reports what the
 * first moderator removes.
 */
export async function moderatedWorld() {
  const world = await testWorld();
  const steps = moderatingIn(world);
  const [ada, bob, eve] = [await world.person('ada'), await world.person('bob'), await world.person('eve')];
  const [mod, other] = [await world.person('mod'), await world.person('other_mod')];
  const admin = await world.person('admin_1');
  await steps.give(mod, 'moderator');
  await steps.give(other, 'moderator');
  await steps.give(admin, 'admin');
  await world.sql(`update site set rules = '{"Be kind.","No spam."}'`);
  return {
    ...steps,
    world,
    ada,
    bob,
    eve,
    mod,
    other,
    admin,
    newPost: async (author = ada) => await steps.newPost(author),
    removedPost: async (author: Person) => await steps.removedPost(author, { reporter: bob, moderator: mod }),
  };
}
