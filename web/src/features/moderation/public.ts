export { AppealByLink } from '#features/moderation/AppealByLink.tsx';
export { AppealQueue } from '#features/moderation/AppealQueue.tsx';
export { DecisionList } from '#features/moderation/DecisionList.tsx';
export { ReportHost } from '#features/moderation/ReportHost.tsx';
export { ReportQueue } from '#features/moderation/ReportQueue.tsx';
export { reportItems } from '#features/moderation/report-items.ts';
export { subscribeToReported } from '#features/moderation/report-store.ts';
