package dev.weir.conformance.interop;

import java.util.ArrayList;
import java.util.List;

/**
 * Who plays which role.
 *
 * @param master the job whose task 0 the client connects to
 */
record Setting(Maker client, Maker ps, Maker worker, String master) {
  static final Setting ALL_TENSORFLOW =
      new Setting(Maker.TENSORFLOW, Maker.TENSORFLOW, Maker.TENSORFLOW, "worker");

  /** All there are. */
  static List<Setting> all() {
    List<Setting> all = new ArrayList<>();
    for (Maker ps : Maker.values()) {
      for (Maker worker : Maker.values()) {
        for (String master : List.of("ps", "worker")) {
          for (Maker client : Maker.values()) {
            all.add(new Setting(client, ps, worker, master));
          }
        }
      }
    }
    return all;
  }

  /** Those in which the client talks to a cluster of one maker. */
  static List<Setting> pure() {
    return all().stream().filter(setting -> setting.ps() == setting.worker()).toList();
  }

  @Override
  public String toString() {
    return client + " client of the " + master + ", ps " + ps + ", worker " + worker;
  }
}
