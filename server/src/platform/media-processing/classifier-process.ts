import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import * as tf from '@tensorflow/tfjs';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { NSFWJS } from 'nsfwjs/core';
import { MobileNetV2MidModel } from 'nsfwjs/models/mobilenet_v2_mid';
import { answerQuestions } from './answer-questions.ts';
import { sampleSide } from './sample-side.ts';

/** The network's confidence in each of its five classes; they add up to 1. */
export type Scores = Record<'Drawing' | 'Hentai' | 'Neutral' | 'Porn' | 'Sexy', number>;

/** Everything comes from packages on disk: the model is two JavaScript modules containing base64, the engine a .wasm file. */
async function openModel(): Promise<NSFWJS> {
  const require = createRequire(import.meta.url);
  setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/wasm-out/`);
  await tf.setBackend('wasm');
  await tf.ready();
  const { default: json } = await MobileNetV2MidModel.modelJson();
  const bundles = await Promise.all(MobileNetV2MidModel.weightBundles.map((bundle) => bundle()));
  const weights = Buffer.concat(bundles.map((bundle) => Buffer.from(bundle.default, 'base64')));
  const handler = tf.io.fromMemory({
    modelTopology: json.modelTopology,
    weightSpecs: json.weightsManifest.flatMap((group) => group.weights),
    weightData: new Uint8Array(weights).buffer,
  });
  const network = new NSFWJS(handler, { size: sampleSide, type: 'graph' });
  await network.load();
  return network;
}

// Started before the first question, since the process is often started ahead of it.
const model = openModel();
model.catch(() => undefined);

answerQuestions<Uint8Array, Scores>(async (sample) => {
  const network = await model;
  const tensor = tf.tensor3d(sample, [sampleSide, sampleSide, 3], 'int32');
  try {
    const scores: Scores = { Drawing: 0, Hentai: 0, Neutral: 0, Porn: 0, Sexy: 0 };
    for (const { className, probability } of await network.classify(tensor)) scores[className] = probability;
    return scores;
  } finally {
    tensor.dispose();
  }
});
