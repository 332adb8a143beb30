import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { MobileNetV2MidModel } from 'nsfwjs/models/mobilenet_v2_mid';
import { answerQuestions } from './answer-questions.service.ts';
import { sampleSide } from './sample-side.service.ts';

/** The network's classes, in the order of its answers. */
const classes = ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'] as const;

/** The network's confidence in each of its five classes; they add up to 1. */
export type Scores = Record<(typeof classes)[number], number>;

/** Classifies a picture, whose values are 0 to 255. */
const scoresOf = (network: GraphModel, picture: tf.Tensor3D): tf.Tensor =>
  tf.tidy(() => network.predict(tf.expandDims(tf.div(tf.cast(picture, 'float32'), 255))) as tf.Tensor);

/** Everything comes from packages on disk: the model is two JavaScript modules containing base64, the engine a .wasm file. */
async function openModel(): Promise<GraphModel> {
  const require = createRequire(import.meta.url);
  setWasmPaths(`${dirname(require.resolve('@tensorflow/tfjs-backend-wasm/package.json'))}/wasm-out/`);
  await tf.setBackend('wasm');
  await tf.ready();
  const { default: json } = await MobileNetV2MidModel.modelJson();
  const bundles = await Promise.all(MobileNetV2MidModel.weightBundles.map((bundle) => bundle()));
  const weights = Buffer.concat(bundles.map((bundle) => Buffer.from(bundle.default, 'base64')));
  const { modelTopology, weightsManifest } = json as tf.io.ModelJSON;
  const network = await loadGraphModel(
    tf.io.fromMemory({
      modelTopology,
      weightSpecs: weightsManifest.flatMap(({ weights: specs }) => specs),
      weightData: new Uint8Array(weights).buffer,
    }),
  );
  // The first classification takes longest.
  scoresOf(network, tf.zeros([sampleSide, sampleSide, 3])).dispose();
  return network;
}

// Done before the first question, since the process is often started ahead of it.
const model = openModel();
model.catch(() => undefined);

answerQuestions<Uint8Array, Scores>(async (sample) => {
  const network = await model;
  const picture = tf.tensor3d(sample, [sampleSide, sampleSide, 3], 'int32');
  const scores = scoresOf(network, picture);
  try {
    const values = await scores.data();
    return Object.fromEntries(classes.map((name, index) => [name, values[index]])) as Scores;
  } finally {
    tf.dispose([picture, scores]);
  }
});
