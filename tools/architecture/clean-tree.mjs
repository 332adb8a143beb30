// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings here are programs
/** The smallest product that keeps every rule: two features, the later using the earlier. */
export const CLEAN = {
  'contract/src/index.ts':
    "import * as people from './features/people/people.endpoints.ts';\nexport const all = [people];\n",
  'contract/src/platform/endpoint.ts':
    "import type { z } from 'zod';\nexport const endpoint = <T>(it: T & z.ZodType): T => it;\n",
  'contract/src/features/people/people.endpoints.ts':
    "import { endpoint } from '../../platform/endpoint.ts';\nexport const listPeople = endpoint({ method: 'GET', path: '/v1/people' });\n",
  'server/src/app.ts': "import { registerPeople } from '#features/people/people.routes.ts';\nregisterPeople();\n",
  'server/src/main.ts': "import './app.ts';\n",
  'server/src/platform/http/http.ts': "import fastify from 'fastify';\nexport const http = fastify();\n",
  'server/src/platform/database/database.ts':
    "import { Kysely } from 'kysely';\nexport const database = new Kysely({});\n",
  'server/src/features/people/people.routes.ts':
    "import type { FastifyInstance } from 'fastify';\nimport { listPeople } from '@hubbub/contract/features/people/people.endpoints.ts';\nimport { people } from './people.service.ts';\nexport const registerPeople = (http?: FastifyInstance) => [http, listPeople, people];\n",
  'server/src/features/people/people.service.ts':
    "import { allPeople } from './people.queries.ts';\nimport { mayRead } from './people.rules.ts';\nexport const people = () => [mayRead({ id: '' }), allPeople()];\n",
  'server/src/features/people/people.queries.ts':
    "import { sql } from 'kysely';\nimport { database } from '#platform/database/database.ts';\nexport const allPeople = () => sql`select * from people where ${database}`;\nexport interface Person { id: string }\n",
  'server/src/features/people/people.rules.ts':
    "import type { Person } from './people.queries.ts';\nexport const mayRead = (person: Person) => person.id !== '';\n",
  'server/src/features/people/people.rules.test.ts':
    "import { mayRead } from './people.rules.ts';\nimport { registerPeople } from './people.routes.ts';\nexport const path = ['/v1/people', mayRead, registerPeople];\n",
  'server/src/features/people/people.api.test.ts': "import '../../../test/harness.ts';\n",
  'server/src/features/people/public.ts': "export { people } from './people.service.ts';\n",
  'server/src/features/letters/letters.service.ts':
    "import { people } from '#features/people/public.ts';\nexport const letters = people;\n",
  'server/src/features/letters/public.ts': "export { letters } from './letters.service.ts';\n",
  'server/test/harness.ts': "import '../src/app.ts';\n",
  'server/test/access-matrix.api.test.ts': 'export const matrix = { listPeople: { stranger: 401 } };\n',
  'web/src/main.tsx': "import { Page } from '#app/pages/Page.tsx';\nexport const page = <Page />;\n",
  'web/src/app/pages/Page.tsx':
    "import { People } from '#features/people/public.ts';\nexport const Page = () => <People />;\n",
  'web/src/features/people/People.tsx':
    "import { Button } from '#ui/Button.tsx';\nimport { call } from '#platform/api.ts';\nexport const People = () => <Button onClick={call} />;\n",
  'web/src/features/people/public.ts': "export { People } from './People.tsx';\n",
  'web/src/platform/api.ts':
    "import { listPeople } from '@hubbub/contract/features/people/people.endpoints.ts';\nexport const call = () => listPeople;\n",
  'web/src/ui/Button.tsx':
    "export const Button = (props: { onClick: () => void }) => <button type='button' {...props} />;\n",
};
