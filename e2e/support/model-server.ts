import { createServer, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * A service with OpenAI's chat completions API, for the assistant under test. A word in the question decides the answer: `markdown`
 * gets one of everything, and `refuse` is refused the first time.
 */
const port = Number(process.env.E2E_MODEL_PORT);
const refused = new Set<string>();

const markdown = `# A heading

Some **bold** text, \`code\` and a [link](https://example.org/page), but not [this one](javascript:alert(1)).

- one
- two

1. first
2. second

| Name | Count |
| --- | ---: |
| pears | 3 |

\`\`\`ts
const answer = '<b>42</b>';
\`\`\`

<img src="x" onerror="document.title = 'taken over'"> <script>document.title = 'taken over'</script>

![a picture](https://example.org/spy.png)
`;

function write(response: ServerResponse, content: string): void {
  const choices = [{ index: 0, delta: { content }, finish_reason: null }];
  response.write(
    `data: ${JSON.stringify({ id: 'answer', object: 'chat.completion.chunk', created: 1, model: 'test', choices })}\n\n`,
  );
}

async function answer(question: string, response: ServerResponse): Promise<void> {
  if (question.includes('refuse') && !refused.has(question)) {
    refused.add(question);
    response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"no"}}');
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const text = question.includes('markdown') ? markdown : `You asked: ${question}`;
  for (const part of text.match(/[\s\S]{1,12}/g) ?? []) {
    write(response, part);
    await wait(2);
  }
  response.end('data: [DONE]\n\n');
}

createServer((request, response) => {
  // Not a question: Playwright and other tools only check whether the port answers.
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') {
    response.end('ready');
    return;
  }
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => {
    try {
      const { messages } = JSON.parse(body) as { messages: { content: string }[] };
      void answer(messages.at(-1)?.content ?? '', response);
    } catch (error) {
      console.error(`Can't read the question ${JSON.stringify(body)} of ${JSON.stringify(request.headers)}`, error);
      response.writeHead(400).end();
    }
  });
}).listen(port, '127.0.0.1');
