/**
 * When values are received: {@link dev.weir.runtime.internal.schedule.ScheduleReceives} lets what
 * one device runs ask for a value only when it will soon be needed. It sees one device's part of a
 * step at a time and nothing of the others.
 */
@NullMarked
package dev.weir.runtime.internal.schedule;

import org.jspecify.annotations.NullMarked;
